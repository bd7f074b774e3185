import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelOrder } from '#contract/orders.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { keys, orderKey } from '#web/api/queries/keys.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface GiveUpPaymentProps {
  readonly orderId: string;
  /** The order's name, when the button stands in a list. */
  readonly name?: string;
  readonly words?: string;
}

/** Button that gives up a payment; money that comes all the same still counts. */
export function GiveUpPayment({ orderId, name, words = 'Renunț la plată' }: GiveUpPaymentProps) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(cancelOrder, { params: { orderId } }),
    onSuccess(order) {
      void putDocument(client, orderKey(orderId), order);
      void client.invalidateQueries({ queryKey: keys.openOrders });
    },
  });
  return (
    <Button
      look="quiet"
      small={name !== undefined}
      {...(name !== undefined && { 'aria-label': `${words}: ${name}` })}
      busy={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      {words}
    </Button>
  );
}
