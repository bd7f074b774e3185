import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Stroke } from '#domain/recipes/cutout.ts';
import { MIDDLE, type Point } from '#domain/recipes/geometry.ts';
import { arrowFrom, clampToPicture } from '#web/editor/cutout/box.ts';
import { drawnOn, strokeAt } from '#web/editor/cutout/brush.ts';
import { isObjectAt, type MaskPicture } from '#web/editor/cutout/veil.ts';
import { VeilLayer } from '#web/editor/cutout/veil-layer.tsx';
import { picturePointer, spotIn } from '#web/editor/stage/picture-pointer.ts';
import type { StageGeometry } from '#web/editor/stage/stage-tools.tsx';

interface BrushLayerProps {
  readonly geometry: StageGeometry;
  readonly mask: MaskPicture | null;
  /** Those that the mask does not know yet. */
  readonly strokes: readonly Stroke[];
  readonly kind: Stroke['kind'];
  readonly diameter: number;
  readonly onStroke: (stroke: Stroke) => void;
}

/** The brush over the mask: drawn with a pointer or a finger, or moved by the arrows while Space puts it down and lifts it. */
export function BrushLayer({ geometry, mask, strokes, kind, diameter, onStroke }: BrushLayerProps) {
  const [at, setAt] = useState<Point | null>(null);
  const [live, setLive] = useState<Stroke | null>(null);
  const [said, setSaid] = useState('');
  const tip = useRef<HTMLSpanElement>(null);
  const drawing = useRef<Stroke | null>(null);
  /** A mouse is over the picture even when it draws nothing; a finger is not. */
  const hovers = useRef(false);
  const change = (stroke: Stroke | null) => {
    drawing.current = stroke;
    setLive(stroke);
  };
  const end = (cancelled: boolean) => {
    if (drawing.current !== null && !cancelled) onStroke(drawing.current);
    change(null);
  };
  const pointer = picturePointer({
    onDown(spot, { pointerType }) {
      hovers.current = pointerType === 'mouse';
      setAt(spot);
      change(strokeAt(kind, diameter, spot));
    },
    onMove(way) {
      setAt(way.at(-1) ?? null);
      if (drawing.current !== null) change(drawnOn(drawing.current, way, geometry));
    },
    onUp(cancelled) {
      end(cancelled);
      if (!hovers.current) setAt(null);
    },
  });
  const say = (point: Point, words: string) => {
    const where = `${Math.round(point.x * 100)}% pe lățime, ${Math.round(point.y * 100)}% pe înălțime`;
    setSaid(`${words}${isObjectAt(mask, point) ? 'pe obiect' : 'pe fundal'}, ${where}`);
  };
  const handleKey = (event: KeyboardEvent) => {
    const point = at ?? MIDDLE;
    const next = arrowFrom(point, event.key, event.shiftKey);
    if (next !== null) {
      const to = clampToPicture(next);
      setAt(to);
      if (drawing.current !== null) change(drawnOn(drawing.current, [to], geometry));
      say(to, '');
      requestAnimationFrame(() => tip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    } else if (event.key === ' ') {
      setAt(point);
      if (drawing.current === null) change(strokeAt(kind, diameter, point));
      else end(false);
      say(point, drawing.current === null ? 'Pensula e ridicată: ' : 'Pensula pictează: ');
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <VeilLayer geometry={geometry} mask={mask} strokes={live === null ? strokes : [...strokes, live]} />
      <div
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself
        tabIndex={0}
        aria-label={
          kind === 'keep'
            ? 'Pensula care păstrează. Săgețile o mută, Spațiu o pune și o ridică.'
            : 'Pensula care scoate. Săgețile o mută, Spațiu o pune și o ridică.'
        }
        className="absolute inset-0 cursor-none focus-visible:-outline-offset-3"
        onKeyDown={handleKey}
        onBlur={() => end(false)}
        onFocus={() => setAt(at ?? MIDDLE)}
        {...pointer}
        onPointerMove={(event: PointerEvent<HTMLDivElement>) => {
          if (event.pointerType === 'mouse') setAt(spotIn(event.currentTarget, event));
          pointer.onPointerMove(event);
        }}
        onPointerLeave={() => drawing.current === null && setAt(null)}
      />
      {at !== null && <Tip ref={tip} at={at} kind={kind} diameter={diameter} geometry={geometry} />}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface TipProps extends Pick<BrushLayerProps, 'kind' | 'diameter' | 'geometry'> {
  readonly ref: RefObject<HTMLSpanElement | null>;
  readonly at: Point;
}

/** Shows the brush's place and width. */
function Tip({ ref, at, kind, diameter, geometry: { width, height } }: TipProps) {
  const side = Math.max(6, (diameter / 100) * Math.max(width, height));
  return (
    <span
      ref={ref}
      aria-hidden
      className="pointer-events-none absolute grid -translate-1/2 place-items-center rounded-full border-2 border-white font-mono text-sm leading-none font-bold text-white shadow-[0_0_0_1.5px_rgb(0_0_0/0.7),inset_0_0_0_1.5px_rgb(0_0_0/0.7)] [text-shadow:0_0_3px_#000]"
      style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%`, width: side, height: side }}
    >
      {side > 18 && (kind === 'keep' ? '+' : '−')}
    </span>
  );
}
