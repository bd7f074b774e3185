import { type ReactNode, Suspense, useState } from 'react';
import type { ListFilterProps } from '#web/features/admin/shared/limits.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';

const LimitFields = createLazyPart(
  async () => (await import('#web/features/admin/shared/limit-fields.tsx')).LimitFields,
);

interface FoldedFiltersProps {
  /** What is chosen, in words. */
  readonly chosen: readonly (string | null)[];
  readonly children: ReactNode;
}

/** Filters above a list. On a phone they stand behind a button, so that what a search found follows it; `key` them by the search. */
export function FoldedFilters({ chosen, children }: FoldedFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="link my-2 min-h-11 text-left sm:hidden"
      >
        {['Filtre', ...chosen.filter((words) => words !== null)].join(' · ')}
      </button>
      <div className={isOpen ? '' : 'max-sm:hidden'}>{children}</div>
    </>
  );
}

/** Days, and for orders sums, that a list is narrowed to; `key` it by the limits. */
export function ListFilter(props: ListFilterProps) {
  const { limits, withSums = false } = props;
  const [isOpen, setOpen] = useState(Object.keys(limits).length > 0);
  return (
    <details open={isOpen} className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Perioadă{withSums ? ' și sumă' : ''}
      </summary>
      {isOpen && (
        <Suspense fallback={null}>
          <LimitFields {...props} />
        </Suspense>
      )}
    </details>
  );
}
