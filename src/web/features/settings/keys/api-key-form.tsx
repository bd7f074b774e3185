import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { makeApiKey } from '#contract/api/keys.ts';
import type { ReplyOf } from '#contract/route.ts';
import { type KeyKind, LONGEST_KEY_NAME } from '#domain/users/api-keys.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { apiKeysQuery } from '#web/api/queries/api-keys-query.ts';
import { KIND_WORDS } from '#web/features/settings/keys/key-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

export type MadeKey = ReplyOf<typeof makeApiKey>;

const CHOICES = (['read', 'work'] as const).map((value) => ({ value, label: KIND_WORDS[value] }));

interface ApiKeyFormProps {
  readonly onMade: (made: MadeKey) => void;
  readonly onCancel: () => void;
}

/** Name and kind of a new key. */
export function ApiKeyForm({ onMade, onCancel }: ApiKeyFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<KeyKind>('read');
  const [isPressed, setPressed] = useState(false);
  const make = useMutation({
    meta: { silent: true },
    mutationFn: () => call(makeApiKey, { body: { name: name.trim(), kind } }),
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
      onMade(made);
    },
  });
  const isNameless = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!isNameless && !make.isPending) make.mutate();
  };
  const problem = isPressed && isNameless ? 'Dă-i un nume cheii.' : make.error && errorMessage(make.error);
  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-3">
      <TextField
        label="Numele cheii"
        autoFocus
        autoComplete="off"
        maxLength={LONGEST_KEY_NAME}
        value={name}
        hint="După el o recunoști aici, de exemplu „Depozit”."
        error={problem ?? undefined}
        onValueChange={(next) => {
          make.reset();
          setName(next);
        }}
      />
      <ChoiceRow label="Ce poate face" value={kind} choices={CHOICES} onChange={setKind} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small busy={make.isPending}>
          Fă cheia
        </Button>
        <Button look="quiet" small onClick={onCancel}>
          Renunță
        </Button>
      </div>
    </form>
  );
}
