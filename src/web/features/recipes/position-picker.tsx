import clsx from 'clsx';
import type { ReactNode } from 'react';
import { POSITIONS, type Position } from '#domain/recipes/overlays.ts';
import { POSITION_WORDS } from '#web/features/recipes/recipe-words.ts';

interface PositionPickerProps {
  readonly value: Position;
  readonly onChange: (position: Position) => void;
}

const PLACES = POSITIONS.filter((position) => position !== 'tile');

/** Nine places on a little photograph, and the tenth: all over it. */
export function PositionPicker({ value, onChange }: PositionPickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Poziție</legend>
      <div className="flex items-center gap-4">
        <div className="grid grid-cols-3 overflow-hidden rounded-lg border border-line-strong">
          {PLACES.map((position) => (
            <Place key={position} position={position} value={value} onChange={onChange}>
              <span
                className={clsx(
                  'rounded-full',
                  value === position ? 'h-3 w-6 bg-signal' : 'size-1.5 bg-line-strong',
                )}
              />
            </Place>
          ))}
        </div>
        <Place position="tile" value={value} onChange={onChange}>
          Repetat
        </Place>
      </div>
    </fieldset>
  );
}

interface PlaceProps extends PositionPickerProps {
  readonly position: Position;
  readonly children: ReactNode;
}

function Place({ position, value, onChange, children }: PlaceProps) {
  return (
    <label
      className={clsx(
        'relative grid cursor-pointer place-items-center has-[:focus-visible]:outline-3 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-signal',
        position === 'tile' ? 'min-h-10 rounded-xl border px-3 text-sm font-medium' : 'h-8 w-11',
        position === 'tile' && value === 'tile'
          ? 'border-signal bg-signal-wash'
          : 'border-line hover:bg-sunken',
      )}
    >
      <input
        type="radio"
        name="watermark-position"
        className="sr-only"
        aria-label={POSITION_WORDS[position]}
        checked={value === position}
        onChange={() => onChange(position)}
      />
      {children}
    </label>
  );
}
