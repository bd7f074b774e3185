import clsx from 'clsx';

interface OutputPickerProps {
  readonly labels: readonly string[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

/** With more than one output: which of them the stage shows. */
export function OutputPicker({ labels, chosen, onChoose }: OutputPickerProps) {
  if (labels.length < 2) return null;
  return (
    <fieldset className="flex min-w-0 flex-1 gap-1 overflow-x-auto p-1 [scrollbar-width:none]">
      <legend className="sr-only">Arată cum iese pentru</legend>
      {labels.map((label, place) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: outputs are known by their place
          key={place}
          type="button"
          aria-pressed={place === chosen}
          onClick={() => onChoose(place)}
          className={clsx(
            'min-h-8 shrink-0 rounded-full px-3 first-of-type:ml-auto last:mr-auto text-sm font-medium whitespace-nowrap',
            place === chosen ? 'bg-film-ink text-film' : 'text-film-ink hover:bg-film-raised',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
