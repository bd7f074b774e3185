import { Move } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Box, Point } from '#domain/recipes/geometry.ts';
import {
  arrowFrom,
  CORNERS,
  type Corner,
  draggedBox,
  type Grip,
  getCorner,
  gripAt,
} from '#web/editor/cutout/box.ts';
import { picturePointer } from '#web/editor/stage/picture-pointer.ts';
import type { StageGeometry } from '#web/editor/stage/stage-tools.tsx';

interface BoxLayerProps {
  readonly geometry: StageGeometry;
  readonly box: Box;
  /** True when any drag draws a new box. */
  readonly isAnew: boolean;
  readonly onBox: (box: Box) => void;
}

/** Half the size of a handle for a finger. */
const REACH = 24;
const CORNER_WORDS: Record<Corner, string> = {
  nw: 'Colțul din stânga sus',
  ne: 'Colțul din dreapta sus',
  se: 'Colțul din dreapta jos',
  sw: 'Colțul din stânga jos',
};

/** The box around the object: by its corners, as a whole, or drawn anew; by pointer, finger and arrows. */
export function BoxLayer({ geometry, box: kept, isAnew, onBox }: BoxLayerProps) {
  const [moving, setMoving] = useState<Box | null>(null);
  const press = useRef<{ grip: Grip; from: Point; box: Box } | null>(null);
  const box = moving ?? kept;
  const commit = (next: Box | null) => {
    setMoving(null);
    if (next !== null && JSON.stringify(next) !== JSON.stringify(kept)) onBox(next);
  };
  const pointer = picturePointer({
    onDown(at) {
      const grip = isAnew ? 'new' : gripAt(box, at, { picture: geometry, reach: REACH });
      press.current = grip && { grip, from: at, box };
    },
    onMove(way) {
      const to = way.at(-1);
      if (press.current && to) {
        const { grip, from, box: before } = press.current;
        setMoving(draggedBox(before, grip, { from, to }));
      }
    },
    onUp(cancelled) {
      press.current = null;
      commit(cancelled ? null : moving);
    },
  });
  const keys = (grip: Grip) => ({
    onKeyDown(event: KeyboardEvent) {
      const from = { x: 0, y: 0 };
      const to = arrowFrom(from, event.key, event.shiftKey);
      if (to === null) return;
      event.preventDefault();
      setMoving(draggedBox(box, grip, { from, to }));
    },
    onKeyUp: () => commit(moving),
    onBlur: () => commit(moving),
  });
  const percent = (share: number) => `${share * 100}%`;
  if (isAnew && moving === null) return <div className="absolute inset-0 cursor-crosshair" {...pointer} />;
  return (
    <div className="absolute inset-0" {...pointer}>
      <button
        type="button"
        aria-label="Mută cadrul cu săgețile"
        aria-description={boxWords(box)}
        {...keys('whole')}
        className="absolute grid cursor-move place-items-center rounded-sm border-2 border-white shadow-[0_0_0_1.5px_oklch(0.58_0.19_35)] focus-visible:outline-offset-4"
        style={{
          left: percent(box.x),
          top: percent(box.y),
          width: percent(box.width),
          height: percent(box.height),
        }}
      >
        <span aria-hidden className="grid size-8 place-items-center rounded-full bg-film/85 text-film-ink">
          <Move size={16} />
        </span>
      </button>
      {CORNERS.map((corner) => {
        const at = getCorner(box, corner);
        return (
          <button
            key={corner}
            type="button"
            aria-label={CORNER_WORDS[corner]}
            aria-description={boxWords(box)}
            {...keys(corner)}
            className="group absolute grid size-12 -translate-1/2 cursor-pointer place-items-center outline-none"
            style={{ left: percent(at.x), top: percent(at.y) }}
          >
            <span
              aria-hidden
              className="size-5 rounded-full border-2 border-white bg-[oklch(0.58_0.19_35)] shadow group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-white"
            />
          </button>
        );
      })}
    </div>
  );
}

/** „De la 12% la 60% pe lățime …”: the box's position for screen readers. */
function boxWords({ x, y, width, height }: Box): string {
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  return `De la ${percent(x)} la ${percent(x + width)} pe lățime, de la ${percent(y)} la ${percent(y + height)} pe înălțime. Săgețile mută, Shift mută mai mult.`;
}
