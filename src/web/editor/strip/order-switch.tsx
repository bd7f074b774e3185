import type { PhotoOrder } from '#domain/batches/order.ts';

const ORDER_WORDS: Record<PhotoOrder, string> = {
  time: 'după oră',
  name: 'după nume',
  hand: 'cum le-am pus eu',
};

interface OrderSwitchProps {
  readonly order: PhotoOrder;
  readonly possible: readonly PhotoOrder[];
  readonly onOrder: (order: PhotoOrder) => void;
}

/** Under the strip: how the photos stand, and how else they can. */
export function OrderSwitch({ order, possible, onOrder }: OrderSwitchProps) {
  if (possible.length < 2) return <>{ORDER_WORDS[order]}; trage ca să schimbi</>;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3">
      <legend className="float-left mr-3">Ordinea:</legend>
      {possible.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === order}
          className={`min-h-6 ${each === order ? 'font-semibold text-film-ink' : 'underline underline-offset-2'}`}
          onClick={() => onOrder(each)}
        >
          {ORDER_WORDS[each]}
        </button>
      ))}
    </fieldset>
  );
}
