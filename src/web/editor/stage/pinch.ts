/** Pinching and panning of an element that scrolls: plain pointer events, taken before any tool sees them. */
interface ZoomControls {
  zoom(): number;
  /** `at`: the place that stays fixed, in screen pixels. */
  to(zoom: number, at: ScreenPoint): void;
  /** True when no tool wants the drag of a single finger or the mouse. */
  mayPan(): boolean;
}

interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

interface Finger {
  x: number;
  y: number;
  readonly target: EventTarget | null;
}

/** Returns a function that stops listening. */
export function listenForPinch(element: HTMLElement, zoomed: ZoomControls): () => void {
  const hands = new Hands(element, zoomed);
  const stop = new AbortController();
  const early = { capture: true, signal: stop.signal };
  element.addEventListener('pointerdown', (event) => hands.onPointerDown(event), early);
  element.addEventListener('pointermove', (event) => hands.onPointerMove(event), early);
  element.addEventListener('pointerup', (event) => hands.onPointerUp(event), early);
  element.addEventListener('pointercancel', (event) => hands.onPointerUp(event), early);
  element.addEventListener('pointerleave', () => hands.onPointerLeave(), { signal: stop.signal });
  element.addEventListener('touchmove', (event) => hands.onTouchMove(event), { ...early, passive: false });
  document.addEventListener('keydown', (event) => hands.onSpaceKey(event), early);
  document.addEventListener('keyup', (event) => hands.onSpaceKey(event), early);
  return () => stop.abort();
}

class Hands {
  readonly #element: HTMLElement;
  readonly #zoomed: ZoomControls;
  readonly #fingers = new Map<number, Finger>();
  /** Distance and zoom when the second finger came. */
  #pinch: { readonly distance: number; readonly zoom: number } | null = null;
  /** The pointer that moves the picture. */
  #hand: number | null = null;
  #isSpaceDown = false;
  #isOver = false;

  constructor(element: HTMLElement, zoomed: ZoomControls) {
    this.#element = element;
    this.#zoomed = zoomed;
  }

  onPointerDown(event: PointerEvent): void {
    const { pointerId, clientX: x, clientY: y, target } = event;
    if (event.pointerType === 'touch') {
      this.#fingers.set(pointerId, { x, y, target });
      if (this.#fingers.size === 2) this.#begin(pointerId);
      if (this.#pinch !== null) {
        event.stopPropagation();
        return;
      }
    }
    const isHand = event.button === 1 || (event.button === 0 && (this.#isSpaceDown || this.#zoomed.mayPan()));
    if (!isHand || this.#zoomed.zoom() === 1 || (isControl(target) && !this.#isSpaceDown)) return;
    this.#hand = pointerId;
    this.#fingers.set(pointerId, { x, y, target: null });
    this.#element.setPointerCapture(pointerId);
    event.stopPropagation();
    event.preventDefault();
  }

  /** Cancels the stroke that the first finger began. */
  #begin(secondId: number): void {
    const [first, second] = [...this.#fingers.values()] as [Finger, Finger];
    this.#pinch = { distance: measureFingerGap(first, second), zoom: this.#zoomed.zoom() };
    this.#hand = null;
    for (const [pointerId, { target }] of this.#fingers) {
      if (pointerId === secondId) continue;
      target?.dispatchEvent(new PointerEvent('pointercancel', { pointerId, bubbles: true, isPrimary: true }));
    }
  }

  onPointerMove(event: PointerEvent): void {
    this.#isOver = true;
    const finger = this.#fingers.get(event.pointerId);
    if (finger === undefined) return;
    const before = this.#pinch === null ? { x: finger.x, y: finger.y } : this.#middle();
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (this.#pinch === null && event.pointerId !== this.#hand) return;
    event.stopPropagation();
    const now = this.#pinch === null ? finger : this.#middle();
    this.#element.scrollBy(before.x - now.x, before.y - now.y);
    const [first, second] = [...this.#fingers.values()];
    if (this.#pinch === null || !first || !second) return;
    this.#zoomed.to((this.#pinch.zoom * measureFingerGap(first, second)) / this.#pinch.distance, now);
  }

  onPointerUp(event: PointerEvent): void {
    // The `pointercancel` that we dispatched is for the tool.
    if (!event.isTrusted || !this.#fingers.delete(event.pointerId)) return;
    if (this.#pinch !== null || event.pointerId === this.#hand) event.stopPropagation();
    if (event.pointerId === this.#hand) this.#hand = null;
    if (this.#fingers.size === 0) this.#pinch = null;
  }

  onPointerLeave(): void {
    this.#isOver = false;
  }

  /** The browser's sliders follow touch events, not pointer events. */
  onTouchMove(event: TouchEvent): void {
    if (this.#pinch !== null && event.cancelable) event.preventDefault();
  }

  /** The space bar, held with the mouse over an enlarged picture, pans it, whatever has the focus. */
  onSpaceKey(event: KeyboardEvent): void {
    if (event.key !== ' ') return;
    const isWanted = event.type === 'keydown' && this.#isOver && this.#zoomed.zoom() > 1;
    if (!isWanted && !this.#isSpaceDown) return;
    this.#isSpaceDown = isWanted;
    this.#element.toggleAttribute('data-hand', isWanted);
    event.preventDefault();
    event.stopPropagation();
  }

  #middle(): ScreenPoint {
    const all = [...this.#fingers.values()];
    const mean = (of: (finger: Finger) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
    return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
  }
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, button') !== null;
}

function measureFingerGap(a: Finger, b: Finger): number {
  return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
}
