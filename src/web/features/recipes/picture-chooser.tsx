import clsx from 'clsx';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import type { OwnPicture } from '#web/features/recipes/use-own-pictures.ts';
import { Thumb } from '#web/ui/thumb.tsx';

interface PictureChooserProps {
  /** Of the radio group: two choosers may stand on one page. */
  readonly name: string;
  readonly legend: string;
  readonly pictures: readonly OwnPicture[];
  readonly value: string | null;
  readonly contain?: boolean;
  readonly onChange: (photoId: string) => void;
}

/** One of the own pictures, in a row that scrolls sideways. */
export function PictureChooser(props: PictureChooserProps) {
  const { name, legend, pictures, value, contain = false, onChange } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{legend}</legend>
      <div className="flex gap-2 overflow-x-auto p-1">
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
    </fieldset>
  );
}
