import { GalleryHorizontalEnd, House, Images, type LucideIcon, Tag } from 'lucide-react';
import { type Location, useLocation } from 'react-router';
import { useKeptAddress } from '#web/session/kept/kept-addresses.ts';

export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly isHere: (location: Pick<Location, 'pathname' | 'search'>) => boolean;
}

const inLots = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  pathname.startsWith('/process/') ||
  (pathname === '/gallery' && new URLSearchParams(search).get('view') === 'lots');

/** „Loturi” is a view of the gallery, and a lot's own page belongs to it. */
export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', label: 'Panou', Icon: House, isHere: ({ pathname }) => pathname === '/dashboard' },
  {
    to: '/gallery',
    label: 'Galerie',
    Icon: Images,
    isHere: (location) => location.pathname === '/gallery' && !inLots(location),
  },
  { to: '/gallery?view=lots', label: 'Loturi', Icon: GalleryHorizontalEnd, isHere: inLots },
  { to: '/pricing', label: 'Prețuri', Icon: Tag, isHere: ({ pathname }) => pathname === '/pricing' },
];

/** To a kept page the bars lead as it was left; pressed on the page itself they show all of it again. */
export function useWay(): (to: string) => string {
  const { pathname } = useLocation();
  const kept = useKeptAddress();
  return (to) => (to.startsWith(pathname) ? to : kept(to));
}
