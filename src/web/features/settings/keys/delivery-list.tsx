import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Delivery, replayDelivery, type Webhook } from '#contract/api/webhooks.ts';
import { call } from '#web/api/call.ts';
import { webhooksQuery } from '#web/api/queries/api-keys-query.ts';
import { describeDelivery, EVENT_WORDS } from '#web/features/settings/keys/key-words.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface DeliveryListProps {
  readonly webhook: Webhook;
  readonly isAsleep: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The newest messages that went to an address. */
export function DeliveryList({ webhook, isAsleep, isOpen, onToggle }: DeliveryListProps) {
  return (
    <details open={isOpen} className="mt-2" onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary className="inline-flex min-h-9 cursor-pointer items-center text-sm text-ink-soft underline decoration-dotted underline-offset-4">
        Anunțuri trimise
      </summary>
      {isOpen && (
        <ul aria-label={`Anunțuri trimise la ${webhook.url}`} className="mt-1">
          {webhook.deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              webhookId={webhook.id}
              delivery={delivery}
              canReplay={!isAsleep && !(delivery.state === 'waiting' && delivery.triedAt === null)}
            />
          ))}
        </ul>
      )}
    </details>
  );
}

interface DeliveryRowProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
  readonly canReplay: boolean;
}

function DeliveryRow({ webhookId, delivery, canReplay }: DeliveryRowProps) {
  const client = useQueryClient();
  const words = describeDelivery(delivery);
  const replay = useMutation({
    mutationFn: () => call(replayDelivery, { params: { webhookId, deliveryId: delivery.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-medium">{EVENT_WORDS[delivery.event]}</span>{' '}
        <span className="text-ink-soft">{words}</span>
      </span>
      {canReplay && (
        <Button
          look="bare"
          small
          busy={replay.isPending}
          aria-label={`Trimite din nou: ${EVENT_WORDS[delivery.event]}, ${words}`}
          onClick={() => replay.mutate()}
        >
          Trimite din nou
        </Button>
      )}
    </li>
  );
}
