import clsx from 'clsx';
import { shapeIn } from '#web/editor/panel/outputs/output-list.ts';

interface ShapeProps {
  readonly width: number;
  readonly height: number;
  readonly box?: number;
  readonly lit?: boolean;
}

/** An empty frame in true aspect ratio. */
export function Shape({ width, height, box = 28, lit = false }: ShapeProps) {
  return (
    <span aria-hidden className="grid shrink-0 place-items-center" style={{ width: box, height: box }}>
      <span
        className={clsx('rounded-[3px] border-2', lit ? 'border-signal bg-signal/15' : 'border-line-strong')}
        style={shapeIn(box, width, height)}
      />
    </span>
  );
}
