import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addPasskey, beginPasskey } from '#contract/account/passkeys.ts';
import { deviceWords } from '#domain/language/device-words.ts';
import { LONGEST_PASSKEY_NAME } from '#domain/users/passkeys.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { makePasskey } from '#web/session/passkeys.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface AddPasskeyProps {
  readonly onAdded: (codes: readonly string[]) => void;
  readonly onGivenUp: () => void;
}

/** Names a passkey and lets the browser make it. */
export function AddPasskey({ onAdded, onGivenUp }: AddPasskeyProps) {
  const [name, setName] = useState(() => deviceWords(navigator.userAgent));
  const [isPressed, setPressed] = useState(false);
  const add = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const { options } = await call(beginPasskey, {});
      const response = await makePasskey(options);
      return call(addPasskey, { body: { name: name.trim(), response } });
    },
    onSuccess: ({ codes }) => onAdded(codes),
  });
  const isNameless = name.trim() === '';
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!isNameless && !add.isPending) add.mutate();
  };
  const problem = isPressed && isNameless ? 'Dă-i un nume cheii.' : add.error && errorMessage(add.error);
  return (
    <form noValidate onSubmit={handleSubmit} className="flex max-w-md flex-col gap-4">
      <p>
        Cheia de acces stă pe telefon, pe calculator, în managerul de parole sau pe o cheie USB. O folosești
        cu amprenta, cu fața sau cu codul dispozitivului.
      </p>
      <TextField
        label="Numele cheii"
        autoFocus
        autoComplete="off"
        maxLength={LONGEST_PASSKEY_NAME}
        value={name}
        hint="După el o recunoști aici, de exemplu „Telefonul meu”."
        error={problem ?? undefined}
        onValueChange={(next) => {
          add.reset();
          setName(next);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={add.isPending}>
          Fă cheia
        </Button>
        <Button look="quiet" onClick={onGivenUp}>
          Renunță
        </Button>
      </div>
    </form>
  );
}
