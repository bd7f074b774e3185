import { useEffect, useRef } from 'react';
import type { Stroke } from '#domain/recipes/cutout.ts';
import { type MaskPicture, paintVeil } from '#web/editor/cutout/veil.ts';
import type { StageGeometry } from '#web/editor/stage/stage-tools.tsx';

interface VeilLayerProps {
  readonly geometry: StageGeometry;
  readonly mask: MaskPicture | null;
  readonly strokes: readonly Stroke[];
}

/** The mask over the photo. */
export function VeilLayer({ geometry: { width, height }, mask, strokes }: VeilLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paintVeil(canvas.current, { width, height }, { mask, strokes });
  }, [width, height, mask, strokes]);
  return <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 h-full w-full" />;
}
