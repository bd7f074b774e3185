import { useMutation } from '@tanstack/react-query';
import { givePasskey, readWays } from '#contract/account/passkeys.ts';
import type { UserDocument } from '#contract/users.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { RefusalNote } from '#web/features/auth/notes.tsx';
import { showPasskey } from '#web/session/passkeys.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** The second step by a passkey of the account. */
export function PasskeyStep({ onIn }: { onIn: (user: UserDocument) => void }) {
  const give = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      // What the browser signs is good for five minutes: it is asked for when it is needed.
      const { passkey } = await call(readWays, {});
      if (passkey === null) throw new Error('Cheia de acces nu mai e bună. Folosește un cod.');
      return call(givePasskey, { body: { response: await showPasskey(passkey) } });
    },
    onSuccess: onIn,
  });
  return (
    <>
      <RefusalNote text={give.error && errorMessage(give.error)} />
      <Button wide autoFocus busy={give.isPending} onClick={() => give.mutate()}>
        Folosește cheia de acces
      </Button>
    </>
  );
}
