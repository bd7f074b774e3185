import { TriangleAlert } from 'lucide-react';
import { checkSentence } from '#domain/language/check-sentences.ts';
import { asksForALook, type Warning } from '#domain/recipes/checks.ts';
import { frameNumber } from '#web/features/batches/lot/reorder.ts';

interface ShownWarningsProps {
  readonly warnings: readonly Warning[];
  /** On the stage. */
  readonly photoId: string | null;
  /** In lot order. */
  readonly photoIds: readonly string[];
}

/** Warnings about the photo on the stage. They do not block. */
export function ShownWarnings({ warnings, photoId, photoIds }: ShownWarningsProps) {
  const own = warnings.filter((warning) => warning.photoId === photoId);
  if (photoId === null || own.length === 0) return null;
  const numberOf = (id: string) => frameNumber(photoIds.indexOf(id), photoIds.length);
  const looks = own.some(asksForALook);
  return (
    <section
      aria-label={`De verificat la ${numberOf(photoId)}`}
      className={looks ? 'mt-4 rounded-xl bg-signal-wash px-3 py-2.5' : 'mt-4 px-3'}
    >
      {looks && (
        <h2 className="mb-1 flex items-center gap-2 font-sans text-[0.9375rem] font-semibold tracking-normal">
          <TriangleAlert aria-hidden size={16} className="text-signal-text" />
          De verificat la {numberOf(photoId)}
        </h2>
      )}
      <ul className="flex flex-col gap-1 text-sm">
        {own.map((warning) => (
          <li key={warning.kind} className={asksForALook(warning) ? undefined : 'text-ink-soft'}>
            {checkSentence(warning, numberOf)}
          </li>
        ))}
      </ul>
    </section>
  );
}
