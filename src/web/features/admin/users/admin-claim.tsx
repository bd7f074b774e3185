import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserDocument } from '#contract/users.ts';
import { setAdminClaim } from '#contract/users.ts';
import { ADMIN_CLAIM_FAILED, errorSentence, UNKNOWN_ERROR } from '#domain/language/error-sentences.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { userFileKey } from '#web/features/admin/shared/user-words.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

/** Grants or takes back the rights of an admin, after a question. */
export function AdminClaim({ user }: { user: Pick<UserDocument, 'uid' | 'email' | 'role'> }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const has = isAdmin(user);
  const isOwn = useUser()?.uid === user.uid;
  const set = useMutation({
    mutationFn: async (isAdmin: boolean) => {
      const { success } = await call(setAdminClaim, { body: { userId: user.uid, isAdmin } });
      if (!success) throw new Error(UNKNOWN_ERROR);
    },
    meta: { silent: true },
    onSuccess: (_, isAdmin) => {
      showToast({
        text: isAdmin ? 'Are drepturi de administrator.' : 'Nu mai are drepturi de administrator.',
      });
      return client.invalidateQueries({ queryKey: userFileKey(user.uid) });
    },
    onError: (error) => showToast({ text: ADMIN_CLAIM_FAILED, detail: errorMessage(error), negative: true }),
    onSettled: () => setAsking(false),
  });
  const act = has ? 'Retrage drepturile' : 'Fă administrator';
  return (
    <section aria-label="Drepturi" className="mt-6 rounded-3xl border border-line bg-card p-6">
      <p>{has ? 'Este administrator.' : 'Nu este administrator.'}</p>
      {isOwn ? (
        <p className="mt-4 text-ink-soft">{errorSentence('auth/own-rights')}</p>
      ) : (
        <div className="mt-4">
          <Button look={has ? 'danger' : 'quiet'} onClick={() => setAsking(true)}>
            {act}
          </Button>
        </div>
      )}
      <AlertDialog
        open={asking}
        title={has ? 'Retragi drepturile de administrator?' : 'Dai drepturi de administrator?'}
        body={
          has
            ? `${user.email} nu va mai putea deschide paginile de administrare, din această clipă.`
            : `${user.email} va putea vedea toate conturile și va putea numi alți administratori.`
        }
        confirm={act}
        cancel="Renunță"
        danger={has}
        busy={set.isPending}
        onConfirm={() => set.mutate(!has)}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}
