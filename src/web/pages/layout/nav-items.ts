import { GalleryHorizontalEnd, House, Images, type LucideIcon, Tag } from 'lucide-react';
import type { Location } from 'react-router';

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
