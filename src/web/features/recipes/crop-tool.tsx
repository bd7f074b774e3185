import 'react-image-crop/dist/ReactCrop.css';
import { useEffect, useMemo, useState } from 'react';
import ReactCrop from 'react-image-crop';
import type { Box } from '#domain/recipes/geometry.ts';
import { type CropRatio, cropAspect } from '#domain/recipes/recipe.ts';
import { startingBox, toPercent, toShares } from '#web/features/recipes/crop-frame.ts';
import type { StageGeometry } from '#web/ui/stage-tools.tsx';

interface CropToolProps {
  readonly geometry: StageGeometry;
  readonly value: Box | null;
  /** `original`: any shape. */
  readonly ratio: CropRatio;
  /** The shape of the frame where nothing was drawn yet. */
  readonly start: CropRatio;
  /** Once per move, when it is let go. */
  readonly onChange: (crop: Box | null) => void;
}

const WORDS = {
  cropArea: 'Decuparea. Mut-o cu săgețile.',
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
export function CropTool({ geometry: { width, height }, value, ratio, start, onChange }: CropToolProps) {
  const shape = width / height;
  const shown = useMemo(
    () => toPercent(value ?? startingBox({ width: shape, height: 1 }, start)),
    [value, shape, start],
  );
  const [drawn, setDrawn] = useState(shown);
  // Undo, another shape, another photo.
  useEffect(() => setDrawn(shown), [shown]);
  const aspect = cropAspect(ratio);
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
      onChange={(_, next) => setDrawn({ ...next })}
      onComplete={(_, next) => onChange(toShares(next))}
    >
      <div style={{ width, height }} />
    </ReactCrop>
  );
}
