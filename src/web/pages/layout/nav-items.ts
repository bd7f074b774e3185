import { GalleryHorizontalEnd, House, Images, type LucideIcon, Tag } from 'lucide-react';
import { type Location, useLocation } from 'react-router';
import { useLastVisitedUrl } from '#web/shared/browser-storage/last-visited-urls.ts';

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly isHere: (location: Pick<Location, 'pathname' | 'search'>) => boolean;
}

const inBatches = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  pathname.startsWith('/process/') ||
  (pathname === '/gallery' && new URLSearchParams(search).get('view') === 'lots');

/** Items of the bars. „Loturi” is a view of the gallery, and a batch's own page belongs to it. */
export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', label: 'Panou', Icon: House, isHere: ({ pathname }) => pathname === '/dashboard' },
  {
    to: '/gallery',
    label: 'Galerie',
    Icon: Images,
    isHere: (location) => location.pathname === '/gallery' && !inBatches(location),
  },
  { to: '/gallery?view=lots', label: 'Loturi', Icon: GalleryHorizontalEnd, isHere: inBatches },
  { to: '/pricing', label: 'Prețuri', Icon: Tag, isHere: ({ pathname }) => pathname === '/pricing' },
];

/**
 * Returns an item's target. The bars lead to a kept page as it was left; pressed on the page itself, in the view that they name, they show
 * all of it again.
 */
export function useWay(): (item: NavItem) => string {
  const location = useLocation();
  const kept = useLastVisitedUrl();
  return ({ to, isHere }) => (isHere(location) && to.startsWith(location.pathname) ? to : kept(to));
}
