interface ChipsProps<V> {
  readonly label: string;
  /** True: the label stands above, as a field's does. */
  readonly isLabelShown?: boolean;
  readonly choices: readonly V[];
  readonly chosen: V;
  readonly words: (choice: V) => string;
  readonly onChoose: (choice: V) => void;
}

/** Chooses one of a few, all of them in sight. */
export function Chips<V extends string | number | null>(props: ChipsProps<V>) {
  const { label, isLabelShown = false, choices, chosen, words, onChoose } = props;
  return (
    <fieldset className="min-w-0">
      <legend className={isLabelShown ? 'mb-1.5 text-[0.9375rem] font-semibold' : 'sr-only'}>{label}</legend>
      <div className={`flex flex-wrap items-center gap-1 ${isLabelShown ? 'min-h-11' : ''}`}>
        {choices.map((choice) => (
          <button
            key={choice ?? 'all'}
            type="button"
            className="chip max-w-full wrap-anywhere"
            aria-pressed={choice === chosen}
            onClick={() => onChoose(choice)}
          >
            {words(choice)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
