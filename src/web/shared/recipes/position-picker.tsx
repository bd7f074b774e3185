import clsx from 'clsx';
import type { ReactNode } from 'react';
import { POSITIONS, type Position } from '#domain/recipes/overlays.ts';
import { POSITION_WORDS } from '#web/shared/recipes/mark-words.ts';

interface PositionPickerProps<P extends Position> {
  /** Name of the radio group: two pickers may stand on one page. */
  readonly name: string;
  /** Positions that can be chosen. */
  readonly options: readonly P[];
  readonly value: P;
  readonly onChange: (position: P) => void;
}

const NINE = POSITIONS.filter((position) => position !== 'tile');

/** Picks one of nine places on a little photograph, or the tenth, where there is one: all over it. */
export function PositionPicker<P extends Position>(props: PositionPickerProps<P>) {
  const { options, value } = props;
  const tile = options.find((position) => position === 'tile');
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Poziție</legend>
      <div className="flex items-center gap-4">
        <div className="grid grid-cols-3 overflow-hidden rounded-lg border border-line-strong">
          {NINE.map((position) => {
            const option = options.find((each) => each === position);
            if (option === undefined) return <span key={position} className="h-8 w-11 bg-sunken" />;
            return (
              <PositionOption key={position} {...props} position={option}>
                <span
                  className={clsx(
                    'rounded-full',
                    value === position ? 'h-3 w-6 bg-signal' : 'size-1.5 bg-line-strong',
                  )}
                />
              </PositionOption>
            );
          })}
        </div>
        {tile && (
          <PositionOption {...props} position={tile}>
            Repetat
          </PositionOption>
        )}
      </div>
    </fieldset>
  );
}

interface PositionOptionProps<P extends Position> extends PositionPickerProps<P> {
  readonly position: P;
  readonly children: ReactNode;
}

function PositionOption<P extends Position>({
  name,
  position,
  value,
  onChange,
  children,
}: PositionOptionProps<P>) {
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
        name={name}
        className="sr-only"
        aria-label={POSITION_WORDS[position]}
        checked={value === position}
        onChange={() => onChange(position)}
      />
      {children}
    </label>
  );
}
