import clsx from 'clsx';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import type { LogoChoice } from '#web/features/recipes/use-logos.ts';
import { Thumb } from '#web/ui/thumb.tsx';

interface LogoPickerProps {
  readonly label: string;
  readonly name: string;
  readonly logos: readonly LogoChoice[];
  readonly value: string | null;
  readonly onChange: (photoId: string) => void;
}

export function LogoPicker({ label, name, logos, value, onChange }: LogoPickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{label}</legend>
      <div className="flex gap-2 overflow-x-auto p-1">
        {logos.map((logo) => (
          <label
            key={logo.id}
            className={clsx(
              'relative size-16 shrink-0 cursor-pointer overflow-hidden rounded-lg border-2 bg-card has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-signal',
              value === logo.id ? 'border-signal' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              aria-label={logo.name}
              checked={value === logo.id}
              onChange={() => onChange(logo.id)}
            />
            <Thumb src={thumbnailUrl(logo.id)} thumbhash={logo.thumbhash} alt="" contain />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
