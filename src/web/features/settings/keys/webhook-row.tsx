import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Delivery, endWebhook, replayDelivery, type Webhook } from '#contract/api/webhooks.ts';
import { formatStamp } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { webhooksQuery } from '#web/api/queries/api-keys-query.ts';
import { describeDelivery, TYPE_WORDS } from '#web/features/settings/keys/key-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly onEnded: () => void;
}

/** An address with the newest messages that went there. */
export function WebhookRow({ webhook: { id, url, createdAt, deliveries }, onEnded }: WebhookRowProps) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const end = useMutation({
    mutationFn: () => call(endWebhook, { params: { webhookId: id } }),
    onSuccess: onEnded,
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  return (
    <li className="border-t border-line py-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-medium wrap-anywhere">{url}</p>
          <p className="text-sm text-ink-soft">din {formatStamp(new Date(createdAt))}</p>
        </div>
        <Button
          look="quiet"
          small
          busy={end.isPending}
          aria-label={`Șterge adresa ${url}`}
          onClick={() => setAsked(true)}
        >
          Șterge
        </Button>
      </div>
      {deliveries.length > 0 && (
        <ul aria-label={`Anunțuri la ${url}`} className="mt-2">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} />
          ))}
        </ul>
      )}
      <AlertDialog
        open={isAsked}
        danger
        title="Ștergi adresa?"
        body="Programul tău nu mai primește anunțuri, iar cele trimise se șterg din listă."
        confirm="Șterge adresa"
        cancel="Las-o așa"
        onConfirm={() => {
          setAsked(false);
          end.mutate();
        }}
        onCancel={() => setAsked(false)}
      />
    </li>
  );
}

function DeliveryRow({ webhookId, delivery }: { readonly webhookId: string; readonly delivery: Delivery }) {
  const client = useQueryClient();
  const words = describeDelivery(delivery);
  const replay = useMutation({
    mutationFn: () => call(replayDelivery, { params: { webhookId, deliveryId: delivery.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-medium">{TYPE_WORDS[delivery.type]}</span>{' '}
        <span className="text-ink-soft">{words}</span>
      </span>
      {delivery.state !== 'waiting' && (
        <Button
          look="bare"
          small
          busy={replay.isPending}
          aria-label={`Trimite din nou: ${TYPE_WORDS[delivery.type]} ${words}`}
          onClick={() => replay.mutate()}
        >
          Trimite din nou
        </Button>
      )}
    </li>
  );
}
