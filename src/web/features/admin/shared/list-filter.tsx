import { Suspense, useState } from 'react';
import type { ListFilterProps } from '#web/features/admin/shared/limits.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';

const LimitFields = createLazyPart(
  async () => (await import('#web/features/admin/shared/limit-fields.tsx')).LimitFields,
);

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
