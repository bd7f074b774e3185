import clsx from 'clsx';
import { Move } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import {
  CORNER_WORDS,
  CORNERS,
  type Corner,
  withCorner,
  without,
  withShift,
} from '#web/editor/panel/plates/plate-corners.ts';
import type { StageGeometry } from '#web/editor/stage/stage-tools.tsx';

interface PlateOverlayProps {
  readonly plates: readonly Quad[];
  readonly geometry: StageGeometry;
  /** The picture under it, for the loupe. */
  readonly pictureUrl: string;
  readonly onChange: (plates: readonly Quad[]) => void;
}

interface Drag {
  readonly index: number;
  /** Null: the whole plate. */
  readonly corner: Corner | null;
  readonly from: Point;
  readonly plates: readonly Quad[];
  readonly isTouch: boolean;
  /** As far as it went; the screen may be a frame behind. */
  moved: readonly Quad[];
}

interface Moving {
  readonly plates: readonly Quad[];
  readonly loupe: { readonly at: Point; readonly left: number; readonly top: number } | null;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const NAMES = ['mută numărul', ...CORNER_WORDS.map((word) => `colțul ${word}`)];

/** The plates of a photo with four corners each, to be dragged or moved by the arrow keys. */
export function PlateOverlay({ plates, geometry, pictureUrl, onChange }: PlateOverlayProps) {
  const drag = useRef<Drag | null>(null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const shown = moving?.plates ?? plates;
  const { width, height, toShown, toUpright } = geometry;

  const shareOf = (event: PointerEvent): Point => {
    const box = event.currentTarget.closest('[data-plates]')?.getBoundingClientRect();
    return box
      ? { x: (event.clientX - box.left) / width, y: (event.clientY - box.top) / height }
      : { x: 0, y: 0 };
  };
  const begin = (event: PointerEvent, index: number, corner: Corner | null) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      index,
      corner,
      from: shareOf(event),
      plates,
      isTouch: event.pointerType === 'touch',
      moved: plates,
    };
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    if (now === null) return;
    const to = shareOf(event);
    now.moved = movedBy(now, to, geometry);
    const isHidden = now.isTouch && now.corner !== null;
    setMoving({
      plates: now.moved,
      loupe: isHidden ? { at: to, ...loupePlace(event.currentTarget, to) } : null,
    });
  };
  const end = () => {
    if (drag.current !== null && drag.current.moved !== drag.current.plates) onChange(drag.current.moved);
    drag.current = null;
    setMoving(null);
  };
  const press = (event: KeyboardEvent, index: number, corner: Corner | null) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onChange(without(plates, index));
    }
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const far = event.shiftKey ? 10 : 1;
    const [a, b] = [
      toUpright({ x: 0, y: 0 }),
      toUpright({ x: (arrow.x * far) / width, y: (arrow.y * far) / height }),
    ];
    const by = { x: b.x - a.x, y: b.y - a.y };
    const at = corner === null ? undefined : plates[index]?.[corner];
    onChange(
      at && corner !== null
        ? withCorner(plates, index, corner, { x: at.x + by.x, y: at.y + by.y })
        : withShift(plates, index, by),
    );
  };
  const pixels = (point: Point): Point => {
    const at = toShown(point);
    return { x: at.x * width, y: at.y * height };
  };
  const handlers = (index: number, corner: Corner | null) => ({
    onPointerDown: (event: PointerEvent) => begin(event, index, corner),
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent) => press(event, index, corner),
  });

  return (
    <div data-plates className="absolute inset-0 touch-none overflow-hidden select-none">
      <svg
        aria-hidden="true"
        className="absolute inset-0 h-full w-full overflow-visible"
        viewBox={`0 0 ${width} ${height}`}
      >
        {shown.map((quad, index) => (
          <polygon
            // biome-ignore lint/suspicious/noArrayIndexKey: plates have no name but their place
            key={index}
            points={quad.map((point) => `${pixels(point).x},${pixels(point).y}`).join(' ')}
            className="cursor-move fill-film-signal/10 stroke-film-signal"
            strokeWidth={2}
            {...handlers(index, null)}
          />
        ))}
      </svg>
      {shown.map((quad, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: plates have no name but their place
        <fieldset key={index} className="contents">
          <legend className="sr-only">Numărul {index + 1}</legend>
          <Mover
            label={`Numărul ${index + 1}, ${NAMES[0]}`}
            corners={quad.map(pixels)}
            lowest={height}
            {...handlers(index, null)}
          />
          {CORNERS.map((corner) => (
            <Handle
              key={corner}
              label={`Numărul ${index + 1}, ${NAMES[corner + 1]}`}
              at={pixels(quad[corner])}
              corner={corner}
              stage={geometry}
              {...handlers(index, corner)}
            />
          ))}
        </fieldset>
      ))}
      {moving?.loupe && <Loupe {...moving.loupe} geometry={geometry} url={pictureUrl} />}
    </div>
  );
}

function movedBy(
  { index, corner, from, plates }: Drag,
  to: Point,
  { toUpright }: StageGeometry,
): readonly Quad[] {
  const start = toUpright(from);
  const now = toUpright(to);
  const by = { x: now.x - start.x, y: now.y - start.y };
  if (corner === null) return withShift(plates, index, by);
  const at = plates[index]?.[corner];
  return at ? withCorner(plates, index, corner, { x: at.x + by.x, y: at.y + by.y }) : plates;
}

interface Handlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface HandleProps extends Handlers {
  readonly label: string;
  readonly corner: Corner;
  /** CSS pixels on the picture. */
  readonly at: Point;
  readonly stage: { readonly width: number; readonly height: number };
}

const FINGER = 44;
const LOW = { stage: 120, finger: 24 };

/**
 * A small dot on the corner for the eye; for the finger 44 px outside of the plate, so that it hides nothing and no two overlap. On a
 * picture lower than 120 px they would, pushed back from its edges: 24 px there.
 */
function Handle({ label, corner, at, stage, ...handlers }: HandleProps) {
  const isLow = stage.height < LOW.stage;
  const size = isLow ? LOW.finger : FINGER;
  const start = (place: number, before: boolean, most: number) =>
    Math.max(0, Math.min(most - size, before ? place - size : place));
  const left = start(at.x, corner === 0 || corner === 3, stage.width);
  const top = start(at.y, corner < 2, stage.height);
  return (
    <button
      type="button"
      aria-label={label}
      className="absolute cursor-crosshair rounded-lg focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-film-signal"
      style={{ left, top, width: size, height: size }}
      {...handlers}
    >
      <span
        aria-hidden
        className={clsx(
          'absolute block -translate-1/2 rounded-full border-film bg-film-ink shadow',
          isLow ? 'size-2 border' : 'size-3.5 border-2',
        )}
        style={{ left: at.x - left, top: at.y - top }}
      />
    </button>
  );
}

/** Under the plate: takes all of it along. */
function Mover({
  label,
  corners,
  lowest,
  ...handlers
}: Handlers & { label: string; corners: readonly Point[]; lowest: number }) {
  const xs = corners.map(({ x }) => x);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  return (
    <button
      type="button"
      aria-label={label}
      className="absolute grid size-6 -translate-x-1/2 cursor-move place-items-center rounded-full bg-film text-film-ink focus-visible:outline-3 focus-visible:outline-film-signal"
      style={{ left: middle, top: Math.min(lowest - 26, Math.max(...corners.map(({ y }) => y)) + 6) }}
      {...handlers}
    >
      <Move aria-hidden size={14} />
    </button>
  );
}

const LOUPE = 116;
const ENLARGED = 3;

/** In the corner, farthest from the finger, of what is seen of an enlarged picture; CSS pixels on the picture. */
function loupePlace(handle: Element, at: Point): { left: number; top: number } {
  const picture = handle.closest('[data-plates]')?.getBoundingClientRect();
  const view = handle.closest('.stage-view')?.getBoundingClientRect() ?? picture;
  if (!picture || !view) return { left: 8, top: 8 };
  const [from, to] = [Math.max(picture.left, view.left), Math.min(picture.right, view.right)];
  const isLeft = picture.left + at.x * picture.width > (from + to) / 2;
  return {
    left: (isLeft ? from + 8 : to - LOUPE - 8) - picture.left,
    top: Math.max(picture.top, view.top) + 8 - picture.top,
  };
}

interface LoupeProps {
  readonly at: Point;
  readonly left: number;
  readonly top: number;
  readonly geometry: StageGeometry;
  readonly url: string;
}

/** Shows the place under the finger, three times as large. */
function Loupe({ at, left, top, geometry, url }: LoupeProps) {
  const { width, height } = geometry;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute overflow-hidden rounded-full border-2 border-film-ink bg-film shadow-lg"
      style={{
        width: LOUPE,
        height: LOUPE,
        left,
        top,
        backgroundImage: `url(${url})`,
        backgroundSize: `${width * ENLARGED}px ${height * ENLARGED}px`,
        backgroundPosition: `${LOUPE / 2 - at.x * width * ENLARGED}px ${LOUPE / 2 - at.y * height * ENLARGED}px`,
      }}
    >
      <span className="absolute top-1/2 left-1/2 size-2 -translate-1/2 rounded-full border-2 border-film-signal" />
    </div>
  );
}
