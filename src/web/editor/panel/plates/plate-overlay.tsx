import clsx from 'clsx';
import { Move } from 'lucide-react';
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import { CORNER_WORDS, CORNERS, type Corner } from '#web/editor/panel/plates/plate-corners.ts';
import { type Handlers, LOUPE, usePlateMoves } from '#web/editor/panel/plates/use-plate-moves.ts';
import type { StageGeometry } from '#web/editor/stage/stage-tools.tsx';

interface PlateOverlayProps {
  readonly plates: readonly Quad[];
  readonly geometry: StageGeometry;
  /** The picture under it, for the loupe. */
  readonly pictureUrl: string;
  readonly onChange: (plates: readonly Quad[]) => void;
}

const NAMES = ['mută numărul', ...CORNER_WORDS.map((word) => `colțul ${word}`)];

/** The plates of a photo with four corners each, to be dragged or moved by the arrow keys. */
export function PlateOverlay(props: PlateOverlayProps) {
  const { plates, geometry, pictureUrl } = props;
  const { width, height, toShown } = geometry;
  const { moving, handlers } = usePlateMoves(props);
  const shown = moving?.plates ?? plates;
  const pixels = (point: Point): Point => {
    const at = toShown(point);
    return { x: at.x * width, y: at.y * height };
  };

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
              handlers={handlers(index, corner)}
            />
          ))}
        </fieldset>
      ))}
      {moving?.loupe && <Loupe {...moving.loupe} geometry={geometry} url={pictureUrl} />}
    </div>
  );
}

interface HandleProps {
  readonly label: string;
  readonly corner: Corner;
  /** CSS pixels on the picture. */
  readonly at: Point;
  readonly stage: { readonly width: number; readonly height: number };
  readonly handlers: Handlers;
}

const FINGER = 44;
const LOW = { stage: 120, finger: 24 };

/**
 * Draws a small dot on the corner for the eye. For the finger there are 44 px outside of the plate, so that it hides nothing and no two
 * overlap. On a picture lower than 120 px they would overlap, pushed back from its edges: 24 px there.
 */
function Handle({ label, corner, at, stage, handlers }: HandleProps) {
  const isLow = stage.height < LOW.stage;
  const size = isLow ? LOW.finger : FINGER;
  const start = (middle: number, before: boolean, most: number) =>
    Math.max(0, Math.min(most - size, before ? middle - size : middle));
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

/** Lies under the plate and takes all of it along. */
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

const ENLARGED = 3;

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
