import type { ReactNode } from 'react';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';

interface ListSummaryProps {
  /** How many there are, in words; null: not known yet. */
  readonly totals: ReactNode;
  /** The search fits more than are looked at. */
  readonly isCut: boolean;
  /** Address of the whole list as CSV, which admins alone take away. */
  readonly csv: string;
}

/** Says above a list how much it has, and hands all of it out. */
export function ListSummary({ totals, isCut, csv }: ListSummaryProps) {
  const { isAdmin } = useViewer();
  return (
    <>
      {isCut && (
        <p className="mb-3 rounded-2xl bg-signal-wash px-4 py-2.5">
          Se potrivesc prea multe: vezi doar o parte din ele. Scrie mai mult din nume sau din adresă.
        </p>
      )}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 text-ink-soft">
        <div aria-live="polite">{totals}</div>
        {isAdmin && (
          <a href={csv} download className="link inline-flex min-h-11 items-center">
            Descarcă lista (CSV)
          </a>
        )}
      </div>
    </>
  );
}
