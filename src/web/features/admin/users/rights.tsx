import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { changeRight, listLooks } from '#contract/admin/admin-actions.ts';
import type { UserFile } from '#contract/admin/admin-users.ts';
import { formatStamp } from '#domain/language/time.ts';
import { RIGHT_WORDS, RIGHTS, type Right } from '#domain/users/rights.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';
import { getLookWords } from '#web/features/admin/users/look-words.ts';
import { useAdminUserMutation } from '#web/features/admin/users/use-admin-user-mutation.ts';
import { useUser } from '#web/session/use-user.ts';

/** Gives and takes the narrow rights of an account, and shows what it looked at by them. An admin has them all. */
export function Rights({ file }: { file: UserFile }) {
  const isOwn = useUser()?.uid === file.user.uid;
  const held = file.user.rights ?? [];
  const mayChange = !isOwn && !isAdmin(file.user) && file.suspendedAt === null;
  return (
    <>
      {mayChange && (
        <div className="grid items-start gap-x-6 lg:grid-cols-2">
          {RIGHTS.map((right) => (
            <RightForm key={right} right={right} file={file} isHeld={held.includes(right)} />
          ))}
        </div>
      )}
      <Looks userId={file.user.uid} />
    </>
  );
}

function RightForm({ right, file, isHeld }: { right: Right; file: UserFile; isHeld: boolean }) {
  const { uid: userId, email } = file.user;
  const { name, may } = RIGHT_WORDS[right];
  const change = useAdminUserMutation(
    userId,
    (reason) => call(changeRight, { params: { userId }, body: { right, isGiven: !isHeld, reason } }),
    isHeld ? `Dreptul „${name}” este retras.` : `Dreptul „${name}” este dat.`,
  );
  return (
    <DecisionForm
      folds
      danger={isHeld}
      title={isHeld ? `Retrage dreptul „${name}”` : `Dă dreptul „${name}”`}
      act={isHeld ? 'Retrage dreptul' : 'Dă dreptul'}
      confirm={isHeld ? 'Retrage' : 'Dă dreptul'}
      question={isHeld ? `Retragi dreptul „${name}”?` : `Dai dreptul „${name}”?`}
      consequence={
        isHeld
          ? `${email} pierde dreptul din clipa asta și primește un email.`
          : `${email} ${may}. Primește un email, iar ce deschide rămâne într-un jurnal.`
      }
      decision={change}
    >
      {isHeld ? 'Are acest drept: ' : 'Cine îl are '}
      {may}.
    </DecisionForm>
  );
}

/** What was looked at: a link to an account or an order, else its ids. */
function About({ about }: { about: string }) {
  const viewer = useViewer();
  const isUser = about.startsWith('usr_');
  if (!isUser && !about.startsWith('ord_')) return <span className="font-mono">{about}</span>;
  return (
    <Link
      to={isUser ? viewer.userPath(about) : viewer.orderPath(about)}
      className="link inline-flex min-h-6 items-center"
    >
      {isUser ? 'Vezi contul' : 'Vezi comanda'}
    </Link>
  );
}

function Looks({ userId }: { userId: string }) {
  const query = useQuery({
    queryKey: ['admin-looks', userId],
    queryFn: ({ signal }) => call(listLooks, { params: { userId } }, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  if (!data) return <ReadFailed query={query} what="Jurnalul drepturilor nu s-a putut citi." />;
  if (data.looks.length === 0) return null;
  return (
    <section aria-label="Ce a deschis cu drepturile lui" className="mt-8">
      <h2 className="text-2xl">Ce a deschis cu drepturile lui</h2>
      <ul className="mt-3">
        {data.looks.map(({ route, about, at }) => (
          <li key={`${route} ${about} ${at}`} className="border-t border-line py-2.5">
            <p>{getLookWords(route)}</p>
            <p className="text-sm break-words text-ink-soft">
              <About about={about} /> {formatStamp(new Date(at))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
