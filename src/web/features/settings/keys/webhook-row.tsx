import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Webhook as WebhookSign } from 'lucide-react';
import { useState } from 'react';
import { endWebhook, testWebhook, type Webhook } from '#contract/api/webhooks.ts';
import { call } from '#web/api/call.ts';
import { webhooksQuery } from '#web/api/queries/api-keys-query.ts';
import { DeliveryList } from '#web/features/settings/keys/delivery-list.tsx';
import { describeWebhook, explainOff } from '#web/features/settings/keys/key-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { Pill } from '#web/ui/pill.tsx';

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly isAsleep: boolean;
  readonly onEnded: () => void;
}

/** An address with the newest messages that went there. */
export function WebhookRow({ webhook, isAsleep, onEnded }: WebhookRowProps) {
  const { id, url, state, deliveries } = webhook;
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [isLogOpen, setLogOpen] = useState(false);
  const readAgain = () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const end = useMutation({
    mutationFn: () => call(endWebhook, { params: { webhookId: id } }),
    onSuccess: onEnded,
    onSettled: readAgain,
  });
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params: { webhookId: id } }),
    onSuccess: () => setLogOpen(true),
    onSettled: readAgain,
  });
  const why = explainOff(state);
  return (
    <li className="border-t border-line py-3">
      <div className="flex flex-wrap items-center gap-3">
        <WebhookSign aria-hidden size={20} className="shrink-0 text-ink-soft" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
            {url} {isAsleep && <Pill>doarme</Pill>} {why !== null && <Pill tone="danger">oprită</Pill>}
          </p>
          <p className="text-sm text-ink-soft">{describeWebhook(webhook)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {!isAsleep && (
            <Button
              look="quiet"
              small
              busy={test.isPending}
              aria-label={`Trimite unul de probă la ${url}`}
              onClick={() => test.mutate()}
            >
              Trimite unul de probă
            </Button>
          )}
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
      </div>
      {why !== null && <p className="mt-2 max-w-prose text-sm">{why}</p>}
      {deliveries.length > 0 && (
        <DeliveryList webhook={webhook} isAsleep={isAsleep} isOpen={isLogOpen} onToggle={setLogOpen} />
      )}
      <AlertDialog
        open={isAsked}
        danger
        title="Ștergi adresa?"
        body="Programul tău nu mai primește anunțuri acolo, iar lista celor trimise se șterge."
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
