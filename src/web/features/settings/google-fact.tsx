import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readSecurity, unlinkGoogle } from '#contract/security.ts';
import type { UserDocument } from '#contract/users.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/keys.ts';
import { useStore } from '#web/api/store.ts';
import { askGoogle } from '#web/features/settings/own-google.ts';
import { sayRefusal, useProof } from '#web/features/settings/use-proof.tsx';
import { useSecurity } from '#web/features/settings/use-security.ts';
import { googleOffered } from '#web/session/google-return.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The way to Google leaves the page: the proof has to be there before it. */
async function needProof(): Promise<void> {
  const { provenUntil } = await call(readSecurity, {});
  if (provenUntil === null) throw new ApiError('auth/proof-required', errorSentence('auth/proof-required'));
}

/** Whether Google opens the account, and the way to have it so or not. */
export function GoogleFact({ user }: { user: UserDocument }) {
  const client = useQueryClient();
  const { withProof, proof } = useProof(user);
  const { data } = useSecurity(user);
  const isOffered = useStore(googleOffered);
  const refresh = () => client.invalidateQueries({ queryKey: keys.security });
  const link = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      await withProof(needProof);
      return askGoogle('link');
    },
    onSuccess: refresh,
    onError: sayRefusal,
  });
  const unlink = useMutation({
    meta: { silent: true },
    mutationFn: () => withProof(() => call(unlinkGoogle, {})),
    onSuccess: refresh,
    onError: sayRefusal,
  });
  if (!data) return <Skeleton className="h-9 w-48" />;
  const { google } = data;
  return (
    <>
      {google ? (
        <>
          <span>{google.email ?? 'legat'}</span>
          {!user.hasPassword && (
            <p className="font-normal text-ink-soft">
              E singura cale de intrare. Ca s-o poți desface, setează întâi o parolă.
            </p>
          )}
          {user.hasPassword && (
            <div className="mt-2">
              <Button look="quiet" small busy={unlink.isPending} onClick={() => unlink.mutate()}>
                Dezleagă de Google
              </Button>
            </div>
          )}
        </>
      ) : (
        <>
          <p className="font-normal text-ink-soft">
            {isOffered ? 'Leagă un cont Google ca să intri fără parolă.' : 'Nu e legat.'}
          </p>
          {isOffered && (
            <div className="mt-2">
              <Button look="quiet" small busy={link.isPending} onClick={() => link.mutate()}>
                Leagă contul Google
              </Button>
            </div>
          )}
        </>
      )}
      {proof}
    </>
  );
}
