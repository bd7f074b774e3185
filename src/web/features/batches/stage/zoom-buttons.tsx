import { Minus, Plus } from 'lucide-react';
import { ZOOM_STEP } from '#web/features/batches/stage/use-stage-zoom.ts';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { MOST_ZOOM, useStageTools } from '#web/ui/stage/stage-tools.tsx';

/** Zoom without a wheel or a pinch. */
export function ZoomButtons() {
  const { zoom, zoomTo } = useStageTools();
  return (
    <>
      {zoom > 1 && (
        <IconButton
          onFilm
          label="Micșorează fotografia"
          aria-keyshortcuts="-"
          onClick={() => zoomTo(zoom / ZOOM_STEP)}
        >
          <Minus aria-hidden size={18} />
        </IconButton>
      )}
      <IconButton
        onFilm
        label="Mărește fotografia"
        aria-keyshortcuts="+"
        disabled={zoom === MOST_ZOOM}
        onClick={() => zoomTo(zoom * ZOOM_STEP)}
      >
        <Plus aria-hidden size={18} />
      </IconButton>
    </>
  );
}
