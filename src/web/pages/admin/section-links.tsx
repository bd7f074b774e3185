import { Link, type To } from 'react-router';

interface SectionLinksProps {
  readonly label: string;
  readonly sections: readonly { readonly to: To; readonly label: string; readonly isHere: boolean }[];
}

/** The parts of one page, each with an address of its own. */
export function SectionLinks({ label, sections }: SectionLinksProps) {
  return (
    <nav aria-label={label} className="mt-5 flex flex-wrap gap-1 border-b border-line pb-3">
      {sections.map(({ to, label, isHere }) => (
        <Link key={label} to={to} className="chip" {...(isHere ? { 'aria-current': 'page' as const } : {})}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
