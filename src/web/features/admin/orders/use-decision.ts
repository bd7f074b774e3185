import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderFile } from '#contract/admin/admin-orders.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { ORDERS, orderFileKey } from '#web/features/admin/orders/order-keys.ts';
import { showToast } from '#web/ui/layers/toast.ts';

interface DecisionInput {
  readonly file: OrderFile;
  /** Called when the submitted form is gone and the focus needs another place. */
  readonly onDecided: () => void;
  /** Told when it is done. */
  readonly outcomeOf: (next: OrderFile) => string;
}

/** A decision of an admin about one order, which is read anew with it. */
export function useDecision(
  { file, onDecided, outcomeOf }: DecisionInput,
  decide: (reason: string) => Promise<OrderFile>,
) {
  const client = useQueryClient();
  const key = orderFileKey(file.order.id);
  const { mutate, isPending, error } = useMutation({
    mutationFn: decide,
    meta: { silent: true },
    onSuccess: (next) => {
      client.setQueryData(key, next);
      void client.invalidateQueries({ queryKey: [ORDERS] });
      showToast({ text: outcomeOf(next) });
      // After the dialog has closed and returned the focus to the form that is gone.
      setTimeout(onDecided, 50);
    },
    // Another admin may have decided meanwhile, or credits were spent: the order is read again.
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
  return { decide: mutate, isBusy: isPending, refusal: error ? errorMessage(error) : null };
}
