import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { makeWebhook } from '#contract/api/webhooks.ts';
import type { ReplyOf } from '#contract/route.ts';
import { LONGEST_WEBHOOK_URL, LOT_EVENTS, type LotEvent } from '#domain/users/webhooks.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { webhooksQuery } from '#web/api/queries/api-keys-query.ts';
import { EVENT_WORDS } from '#web/features/settings/keys/key-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

export type MadeWebhook = ReplyOf<typeof makeWebhook>;

interface WebhookFormProps {
  readonly onMade: (made: MadeWebhook) => void;
  readonly onCancel: () => void;
}

/** Address of a program, and what it is told. */
export function WebhookForm({ onMade, onCancel }: WebhookFormProps) {
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly LotEvent[]>(LOT_EVENTS);
  const [isPressed, setPressed] = useState(false);
  const make = useMutation({
    meta: { silent: true },
    mutationFn: () => call(makeWebhook, { body: { url: url.trim(), events: [...events] } }),
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      onMade(made);
    },
  });
  const isEmpty = url.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!isEmpty && events.length > 0 && !make.isPending) make.mutate();
  };
  const problem = isPressed && isEmpty ? 'Scrie adresa programului.' : make.error && errorMessage(make.error);
  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-3">
      <TextField
        label="Adresa programului"
        autoFocus
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_WEBHOOK_URL}
        value={url}
        hint="De exemplu https://magazin.ro/fotolot"
        error={problem ?? undefined}
        onValueChange={(next) => {
          make.reset();
          setUrl(next);
        }}
      />
      <EventChoice events={events} onChange={setEvents} isMissing={isPressed && events.length === 0} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small busy={make.isPending}>
          Adaugă adresa
        </Button>
        <Button look="quiet" small onClick={onCancel}>
          Renunță
        </Button>
      </div>
    </form>
  );
}

interface EventChoiceProps {
  readonly events: readonly LotEvent[];
  readonly onChange: (events: readonly LotEvent[]) => void;
  readonly isMissing: boolean;
}

function EventChoice({ events, onChange, isMissing }: EventChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Ce anunțăm</legend>
      {LOT_EVENTS.map((event) => (
        <label key={event} className="flex min-h-9 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={events.includes(event)}
            onChange={({ target }) =>
              onChange(LOT_EVENTS.filter((each) => (each === event ? target.checked : events.includes(each))))
            }
            className="size-6 shrink-0 accent-ink"
          />
          {EVENT_WORDS[event]}
        </label>
      ))}
      {isMissing && (
        <p role="alert" className="mt-1 text-sm text-danger">
          Alege măcar unul.
        </p>
      )}
    </fieldset>
  );
}
