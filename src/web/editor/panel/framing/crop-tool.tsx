import 'react-image-crop/dist/ReactCrop.css';
import { Move } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import ReactCrop from 'react-image-crop';
import type { Box } from '#domain/recipes/geometry.ts';
import { toPercent, toShares } from '#web/editor/panel/framing/crop-box.ts';
import type { StageGeometry } from '#web/editor/stage/stage-tools.tsx';

interface CropToolProps {
  readonly geometry: StageGeometry;
  readonly value: Box;
  /** Width ÷ height; null: any shape. */
  readonly aspect: number | null;
  /** Called once per move, when it is let go. */
  readonly onChange: (crop: Box | null) => void;
}

const WORDS = {
  cropArea: 'Tăierea. Mut-o cu săgețile.',
  nwDragHandle: 'Colțul din stânga sus. Trage-l cu săgețile.',
  nDragHandle: 'Latura de sus. Trage-o cu săgețile.',
  neDragHandle: 'Colțul din dreapta sus. Trage-l cu săgețile.',
  eDragHandle: 'Latura din dreapta. Trage-o cu săgețile.',
  seDragHandle: 'Colțul din dreapta jos. Trage-l cu săgețile.',
  sDragHandle: 'Latura de jos. Trage-o cu săgețile.',
  swDragHandle: 'Colțul din stânga jos. Trage-l cu săgețile.',
  wDragHandle: 'Latura din stânga. Trage-o cu săgețile.',
};

/** The frame over the whole picture: dragged by pointer or finger, moved and sized by the arrow keys. */
export function CropTool({ geometry: { width, height }, value, aspect, onChange }: CropToolProps) {
  const { x, y, width: across, height: down } = value;
  const shown = useMemo(() => toPercent({ x, y, width: across, height: down }), [x, y, across, down]);
  const [drawn, setDrawn] = useState(shown);
  const [touched, setTouched] = useState(false);
  // The drawn frame follows undo, another shape, another photo.
  useEffect(() => setDrawn(shown), [shown]);
  return (
    <ReactCrop
      className="crop-tool"
      crop={drawn}
      {...(aspect !== null && { aspect })}
      keepSelection
      ruleOfThirds
      minWidth={24}
      minHeight={24}
      ariaLabels={WORDS}
      renderSelectionAddon={() => !touched && <Hint movable={across < 0.999 || down < 0.999} />}
      onChange={(_, next) => {
        setTouched(true);
        setDrawn({ ...next });
      }}
      onComplete={(_, next) => onChange(toShares(next))}
    >
      <div style={{ width, height }} />
    </ReactCrop>
  );
}

/** Says, until the first drag, what a finger can do here. A frame around everything has no room to move. */
function Hint({ movable }: { movable: boolean }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-1/2 left-1/2 flex -translate-1/2 items-center gap-1.5 rounded-full bg-film/85 px-3 py-1.5 text-sm font-medium whitespace-nowrap text-film-ink"
    >
      <Move size={16} />
      {movable ? 'Trage cadrul' : 'Trage de colțuri'}
    </span>
  );
}
