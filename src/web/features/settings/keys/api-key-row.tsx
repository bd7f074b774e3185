import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type ApiKey, endApiKey } from '#contract/api/keys.ts';
import { call } from '#web/api/call.ts';
import { apiKeysQuery, webhooksQuery } from '#web/api/queries/api-keys-query.ts';
import { describeKey, explainWithdrawal } from '#web/features/settings/keys/key-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { Pill } from '#web/ui/pill.tsx';

interface ApiKeyRowProps {
  readonly apiKey: ApiKey;
  readonly isAsleep: boolean;
  readonly onEnded: () => void;
}

export function ApiKeyRow({ apiKey, isAsleep, onEnded }: ApiKeyRowProps) {
  const client = useQueryClient();
  const webhooks = useQuery(webhooksQuery);
  const [isAsked, setAsked] = useState(false);
  const end = useMutation({
    mutationFn: () => call(endApiKey, { params: { keyId: apiKey.id } }),
    onSuccess: onEnded,
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line py-3">
      <KeyRound aria-hidden size={20} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {apiKey.name} {isAsleep && <Pill>doarme</Pill>}
        </p>
        <p className="text-sm text-ink-soft">{describeKey(apiKey, new Date())}</p>
      </div>
      <Button
        look="quiet"
        small
        busy={end.isPending}
        aria-label={`Retrage cheia ${apiKey.name}`}
        onClick={() => setAsked(true)}
      >
        Retrage
      </Button>
      <AlertDialog
        open={isAsked}
        danger
        title={`Retragi cheia „${apiKey.name}”?`}
        body={explainWithdrawal((webhooks.data?.webhooks ?? []).length > 0)}
        confirm="Retrage cheia"
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
