import { Link } from 'react-router';

interface ShortNoteProps {
  /** How far the balance goes. */
  readonly words: string;
  /** Path of the prices. */
  readonly to: string;
}

/** Says that the balance does not pay all lots, and leads to more credits. */
export function ShortNote({ words, to }: ShortNoteProps) {
  return (
    <>
      {' '}
      {words}{' '}
      <Link className="link inline-block min-h-6" to={to}>
        Încarcă credite
      </Link>
    </>
  );
}
