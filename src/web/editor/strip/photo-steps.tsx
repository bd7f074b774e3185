import { Ellipsis } from 'lucide-react';
import { useEditing } from '#web/editor/editor-context.tsx';
import { useIsClose } from '#web/editor/use-is-close.ts';
import { useIsWide } from '#web/editor/use-is-wide.ts';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { StepButtons } from '#web/ui/fields/step-buttons.tsx';

/** Under the picture on a phone: leads from photo to photo while the panel stands over the strip, else to the actions on the shown one. */
export function PhotoSteps() {
  const { photo } = useEditing();
  const isClose = useIsClose();
  const wide = useIsWide();
  if (isClose) return <Steps />;
  return !wide && photo !== null && <MoreButton />;
}

/** Leads from photo to photo with the same setting in hand. */
function Steps() {
  const { photos, photoId, select } = useEditing();
  const at = photos.findIndex(({ id }) => id === photoId);
  if (photos.length < 2 || at < 0) return null;
  const step = (by: number) => {
    const next = photos[at + by];
    if (next !== undefined) select(next.id);
  };
  return <StepButtons onFilm at={at} count={photos.length} onStep={step} />;
}

/** Opens, on a phone, the actions on the shown photo under the strip. */
function MoreButton() {
  const { actions, onActions } = useEditing().panel;
  return (
    <IconButton
      onFilm
      label="Mută sau scoate fotografia"
      aria-expanded={actions}
      onClick={() => onActions(!actions)}
    >
      <Ellipsis aria-hidden size={20} />
    </IconButton>
  );
}
