import type { ShownChange } from '#domain/language/audit-words.ts';
import { CreditText } from '#web/text/credit-text.tsx';

/** Lists changes: the old value, an arrow, the new value. */
export function ChangeList({ changes }: { changes: readonly ShownChange[] }) {
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {changes.map(({ label, before, after }) => (
        <li key={label} className="flex flex-wrap gap-x-1.5 break-words">
          <span className="text-ink-soft">{label}:</span>
          {before !== null && (
            <>
              <span className="min-w-0 text-ink-soft line-through decoration-1">
                <CreditText>{before}</CreditText>
              </span>
              <span aria-hidden>→</span>
              <span className="sr-only">acum</span>
            </>
          )}
          <span className="min-w-0 font-semibold wrap-anywhere">
            <CreditText>{after}</CreditText>
          </span>
        </li>
      ))}
    </ul>
  );
}
