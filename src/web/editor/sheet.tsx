import { ChevronDown } from 'lucide-react';
import { type PointerEvent, type ReactNode, useRef } from 'react';

interface SheetProps {
  readonly tall: boolean;
  readonly onTall: (tall: boolean) => void;
  readonly children: ReactNode;
}

/** A pull of so many pixels is meant. */
const PULL = 16;

/** The panel on a phone: it rises over the strip by its handle, by a swipe, or when one of its tabs is taken. */
export function Sheet({ tall, onTall, children }: SheetProps) {
  const from = useRef<number | null>(null);
  const pulled = useRef(false);
  const drag = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = event.clientY;
      pulled.current = false;
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (from.current === null || Math.abs(clientY - from.current) < PULL) return;
      onTall(clientY < from.current);
      from.current = null;
      pulled.current = true;
    },
    onPointerUp() {
      from.current = null;
    },
  };
  return (
    <div className="sheet">
      <button
        type="button"
        aria-expanded={tall}
        aria-label={tall ? 'Micșorează panoul' : 'Mărește panoul'}
        onClick={() => pulled.current || onTall(!tall)}
        {...drag}
        className="grid h-6 w-full shrink-0 touch-none place-items-center"
      >
        {tall ? (
          <ChevronDown aria-hidden size={22} className="text-ink-soft" />
        ) : (
          <span aria-hidden className="h-1 w-10 rounded-full bg-line-strong" />
        )}
      </button>
      <div className="sheet-content">{children}</div>
    </div>
  );
}
