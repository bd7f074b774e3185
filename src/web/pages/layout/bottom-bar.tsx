import { Plus } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { NAV_ITEMS, type NavItem, useWay } from '#web/pages/layout/nav-items.ts';

/** The bar of phones: the pages within reach of the thumb, and the big + between them. */
export function BottomBar() {
  return (
    <nav aria-label="Pagini" className="bottom-bar sm:hidden">
      <ul className="grid h-[min(4rem,76px)] grid-cols-5 items-center">
        {NAV_ITEMS.slice(0, 2).map((item) => (
          <Item key={item.to} item={item} />
        ))}
        <li className="grid place-items-center">
          <Link
            to="/upload"
            aria-label="Adaugă fotografii"
            className="grid size-[min(3.25rem,60px)] place-items-center rounded-full bg-signal text-signal-on shadow-lg"
          >
            <Plus aria-hidden size={28} strokeWidth={2.5} />
          </Link>
        </li>
        {NAV_ITEMS.slice(2).map((item) => (
          <Item key={item.to} item={item} />
        ))}
      </ul>
    </nav>
  );
}

function Item({ item }: { item: NavItem }) {
  const { label, Icon, isHere } = item;
  const here = isHere(useLocation());
  const wayTo = useWay();
  return (
    <li>
      <Link
        to={wayTo(item)}
        aria-current={here ? 'page' : undefined}
        className="flex h-[min(3.5rem,70px)] flex-col items-center justify-center gap-0.5 rounded-xl text-[min(0.75rem,4.4vw)] font-medium text-ink-soft aria-[current=page]:font-bold aria-[current=page]:text-ink"
      >
        <Icon aria-hidden size={22} strokeWidth={here ? 2.5 : 1.75} />
        {label}
      </Link>
    </li>
  );
}
