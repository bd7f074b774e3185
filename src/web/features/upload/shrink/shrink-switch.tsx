import { useId } from 'react';
import { chooseShrinking, useShrinks } from '#web/shared/browser-storage/shrink-choice.ts';

/** Switches whether files picked from now on are shrunk before upload. */
export function ShrinkSwitch() {
  const id = useId();
  return (
    <div className="flex max-w-prose gap-3">
      <input
        id={id}
        type="checkbox"
        checked={useShrinks()}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => chooseShrinking(currentTarget.checked)}
        className="mt-0.5 size-6 shrink-0 accent-ink"
      />
      <div>
        <label htmlFor={id} className="cursor-pointer">
          Micșorează pozele înainte de trimitere
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          Urcă mai repede, cu mai puține date: 2560&nbsp;px ajung pentru orice anunț.
        </p>
      </div>
    </div>
  );
}
