interface ChipsProps<V> {
  readonly label: string;
  readonly choices: readonly V[];
  readonly chosen: V;
  readonly words: (choice: V) => string;
  readonly onChoose: (choice: V) => void;
}

/** Chooses one of a few, all of them in sight. */
export function Chips<V extends string | number | null>(props: ChipsProps<V>) {
  const { label, choices, chosen, words, onChoose } = props;
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice ?? 'all'}
          type="button"
          className="chip"
          aria-pressed={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {words(choice)}
        </button>
      ))}
    </fieldset>
  );
}
