import clsx from 'clsx';
import { Plus } from 'lucide-react';
import { ACCEPTED_FILES } from '#domain/photos/limits.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { type OwnPicture, useTakePicture } from '#web/shared/recipes/use-own-pictures.ts';
import { FilePicker } from '#web/ui/fields/file-picker.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

interface PictureChooserProps {
  /** Name of the radio group: two choosers may stand on one page. */
  readonly name: string;
  readonly legend: string;
  readonly pictures: readonly OwnPicture[];
  readonly value: string | null;
  /** True for logos: drawn whole, and taken as such. */
  readonly contain?: boolean;
  readonly onChange: (photoId: string) => void;
}

const LOGO_FILES = 'image/png,image/jpeg,image/svg+xml,.png,.jpg,.jpeg,.svg';

/** Chooses one of the own pictures, or a new one from the device, in a row that scrolls sideways. */
export function PictureChooser(props: PictureChooserProps) {
  const { name, legend, pictures, value, contain = false, onChange } = props;
  const take = useTakePicture(onChange, contain ? 'logo' : undefined);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{legend}</legend>
      <div className="flex gap-2 overflow-x-auto p-1">
        <FilePicker
          look="grid size-16 place-items-center rounded-lg border-2 border-dashed border-line-strong text-ink-soft hover:text-ink"
          accept={contain ? LOGO_FILES : ACCEPTED_FILES}
          disabled={take.isPending}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file) take.mutate(file);
          }}
        >
          <Plus aria-hidden size={20} className={clsx(take.isPending && 'animate-pulse')} />
          <span className="sr-only">{contain ? 'Urcă o siglă' : 'Urcă o poză'}</span>
        </FilePicker>
        {pictures.map((picture) => (
          <label
            key={picture.id}
            className={clsx(
              'relative size-16 shrink-0 cursor-pointer overflow-hidden rounded-lg border-2 bg-card has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-signal',
              value === picture.id ? 'border-signal' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              aria-label={picture.name}
              checked={value === picture.id}
              onChange={() => onChange(picture.id)}
            />
            <Thumb src={thumbnailUrl(picture.id)} thumbhash={picture.thumbhash} alt="" contain={contain} />
          </label>
        ))}
      </div>
      <p aria-live="polite" className="text-sm text-ink-soft empty:hidden">
        {take.isPending && (contain ? 'Se pregătește sigla…' : 'Se trimite poza…')}
      </p>
    </fieldset>
  );
}
