import { ChevronsLeftRight } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface BeforeAfterSliderProps {
  /** The two pictures, drawn to fill the same box. */
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** Label of the handle: „Compară înainte și după”. */
  readonly label?: string;
  readonly beforeTag?: string;
  /** „1600×1200”: said beside „după” where there is room for all of it. */
  readonly afterNote?: string;
  /** Percent of the width that shows „before” at first. */
  readonly initial?: number;
  readonly onMove?: (at: number) => void;
}

/** Classes of the tags: side by side in the upper corners, never over the lower edge, where watermarks are; gone where they would meet. */
const TAG =
  'pointer-events-none absolute top-3 rounded-full bg-film px-2.5 py-1 font-mono text-xs whitespace-nowrap text-film-ink @max-[13rem]:top-1.5 @max-[13rem]:px-1.5 @max-[13rem]:text-[0.6875rem] @max-[7.5rem]:hidden';

/** Pixels that a finger goes sideways, and more so than up or down, when it means the handle. */
const ACROSS = 6;

const LONG_PRESS_MS = 280;
const SLOP = 6;

/**
 * Compares before and after. A range input lies over the pictures, so finger, mouse, keyboard and screen reader move the same handle. Held
 * still, by a press or by Space, it shows „before” alone. A finger moves it sideways or by a tap; up and down scrolls the page.
 */
export function BeforeAfterSlider(props: BeforeAfterSliderProps) {
  const { before, after, label = 'Compară înainte și după', beforeTag = 'înainte', afterNote } = props;
  const [at, setAt] = useState(props.initial ?? 50);
  const rest = useRef(at);
  const { held, props: longPress } = useLongPress(() => setAt(rest.current));
  const shown = held ? 100 : at;
  /** Point of a touch that may still scroll the page: browsers would move the handle at its first touch. */
  const finger = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const lift = () => {
    finger.current = null;
  };
  const move = (to: number) => {
    if (held || finger.current !== null) return;
    setAt(to);
    props.onMove?.(to);
  };
  return (
    <div className="@container relative h-full w-full touch-pan-y overflow-hidden select-none [&_img]:h-full [&_img]:w-full">
      <div className="absolute inset-0">{after}</div>
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - shown}% 0 0)` }}>
        {before}
      </div>
      {/* Under the tags, which it would cross. */}
      <div
        aria-hidden
        hidden={held}
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_6px_rgb(0_0_0/0.35)]"
        style={{ left: `${at}%` }}
      />
      {shown > 12 && <span className={`${TAG} left-3 @max-[13rem]:left-1.5`}>{beforeTag}</span>}
      {shown < 88 && (
        <span className={`${TAG} right-3 @max-[13rem]:right-1.5`}>
          după
          {afterNote && <span className="@max-[26rem]:hidden"> · {afterNote}</span>}
        </span>
      )}
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={at}
        aria-label={label}
        aria-valuetext={`${at}% ${beforeTag}`}
        title="Ține apăsat pentru original"
        onChange={(event) => move(Number(event.currentTarget.value))}
        {...longPress}
        onPointerDown={(event) => {
          rest.current = at;
          finger.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null;
          longPress.onPointerDown(event);
        }}
        onPointerMove={(event) => {
          const from = finger.current;
          const across = from === null ? 0 : Math.abs(event.clientX - from.x);
          if (from && across > Math.max(ACROSS, Math.abs(event.clientY - from.y))) lift();
          longPress.onPointerMove(event);
        }}
        onPointerUp={() => {
          lift();
          longPress.onPointerUp();
        }}
        // Not on cancel: the input still gets a touch that the browser took away to scroll.
        onTouchEnd={lift}
        onTouchCancel={lift}
        onKeyDown={(event) => {
          if (!held) rest.current = at;
          longPress.onKeyDown(event);
        }}
        className="wipe-range absolute inset-0 z-1 h-full w-full touch-pan-y"
      />
      <div
        aria-hidden
        hidden={held}
        className="wipe-handle pointer-events-none absolute top-1/2 grid size-[min(3rem,48px,34cqb)] -translate-1/2 place-items-center rounded-full border-2 border-white bg-film/80 text-white shadow-lg"
        style={{ left: `${at}%` }}
      >
        <ChevronsLeftRight size={22} />
      </div>
    </div>
  );
}

/** Returns true while a press lasts, by finger, mouse or Space. A press that moves is something else. */
function useLongPress(onRelease: () => void) {
  const [held, setHeld] = useState(false);
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const end = () => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
    if (!held) return;
    setHeld(false);
    onRelease();
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  const props = {
    onPointerDown({ button, clientX: x, clientY: y }: PointerEvent) {
      if (button === 0) press.current = { x, y, timer: setTimeout(() => setHeld(true), LONG_PRESS_MS) };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const began = press.current;
      if (began !== null && !held && Math.hypot(clientX - began.x, clientY - began.y) > SLOP) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onBlur: end,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== ' ') return;
      event.preventDefault();
      setHeld(true);
    },
    onKeyUp(event: KeyboardEvent) {
      if (event.key === ' ') end();
    },
  };
  return { held, props };
}
