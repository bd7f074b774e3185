import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unlinkGoogle } from '#contract/security.ts';
import type { UserDocument } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { useStore } from '#web/api/store.ts';
import { googleOffered } from '#web/session/google/google-return.ts';
import { askGoogle } from '#web/session/google/own-google.ts';
import { needProof } from '#web/session/proof/need-proof.ts';
import { useSecurity } from '#web/session/proof/use-security.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Shows whether Google opens the account, with the buttons to link or unlink it. */
export function GoogleFact({ user }: { user: UserDocument }) {
  const client = useQueryClient();
  const { data } = useSecurity(user);
  const isOffered = useStore(googleOffered);
  const refresh = () => client.invalidateQueries({ queryKey: keys.security });
  const link = useMutation({
    mutationFn: async () => {
      await needProof();
      return askGoogle('link');
    },
    onSuccess: refresh,
  });
  const unlink = useMutation({ mutationFn: () => call(unlinkGoogle, {}), onSuccess: refresh });
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
    </>
  );
}
