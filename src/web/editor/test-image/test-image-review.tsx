import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { describeSmall } from '#web/editor/ready/small-for-places.ts';
import { ReviewRow } from '#web/editor/review/review-row.tsx';
import type { Marks } from '#web/editor/review/use-marks.ts';

/** „De verificat” of the one picture: the items that wait for a yes, and the places that want more pixels. */
export function TestImageReview({ marks }: { readonly marks: Marks }) {
  const editing = useEditing();
  const { photo, outputs, exceptions } = editing;
  const overrides = (photo && exceptions[photo.id]) ?? NO_OVERRIDES;
  const small = photo === null ? [] : describeSmall(photo, outputs, { ...editing, overrides });
  return (
    <ReviewRow marks={marks} findings={small.length}>
      {small.length > 0 && (
        <ul aria-label="Înainte de publicare" className="rounded-xl bg-signal-wash px-3 py-2.5 text-sm">
          {small.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </ReviewRow>
  );
}
