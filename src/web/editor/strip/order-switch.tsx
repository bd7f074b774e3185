import type { Batch } from '#contract/batches.ts';
import type { PhotoOrder } from '#domain/batches/order.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { possibleOrders, shownOrder } from '#web/editor/edits/reorder.ts';

const ORDER_WORDS: Record<PhotoOrder, string> = {
  time: 'după oră',
  name: 'după nume',
  hand: 'cum le-am pus eu',
};

interface OrderSwitchProps {
  readonly batch: Batch;
  readonly className: string;
}

/** Says under the strip how the photos stand, and offers the other orders. */
export function OrderSwitch({ batch, className }: OrderSwitchProps) {
  const { history } = useEditing();
  const { by, hasHand } = batch.order ?? { by: 'time', hasHand: false };
  const photos = batch.photoIds.flatMap((id) => batch.photos[id] ?? []);
  const possible = possibleOrders(photos, { hasHand });
  if (possible.length === 0) return null;
  const shown = shownOrder(by, possible);
  if (possible.length === 1) return <p className={className}>{ORDER_WORDS[shown]}; trage ca să schimbi</p>;
  return (
    <fieldset className={`flex flex-wrap items-center gap-x-3 ${className}`}>
      <legend className="sr-only">Ordinea fotografiilor</legend>
      {possible.map((order) => (
        <button
          key={order}
          type="button"
          aria-pressed={order === shown}
          className={`min-h-6 ${order === shown ? 'font-semibold text-film-ink' : 'underline underline-offset-2'}`}
          onClick={() => history.edit({ order })}
        >
          {ORDER_WORDS[order]}
        </button>
      ))}
    </fieldset>
  );
}
