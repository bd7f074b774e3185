import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { endPhoneLink } from '#contract/phones/phone-links.ts';
import { endResultLink } from '#contract/phones/result-links.ts';
import { endSession, logoutOthers, type OpenSession } from '#contract/security.ts';
import type { UserDocument } from '#contract/users.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatHour, formatStamp } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { useSecurity } from '#web/session/proof/use-security.ts';
import { describeDayOfUse } from '#web/text/day-of-use.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** The account's open sessions: each can be ended, or all but this one. */
export function SessionList({ user }: { user: UserDocument }) {
  const client = useQueryClient();
  const query = useSecurity(user);
  const { data } = query;
  const others = useMutation({
    mutationFn: () => call(logoutOthers, {}),
    onSuccess() {
      showToast({ text: 'De pe celelalte dispozitive s-a ieșit din cont.' });
      return client.invalidateQueries({ queryKey: keys.security });
    },
  });
  if (!data)
    return query.error ? (
      <ReadFailed query={query} />
    ) : (
      <>
        <LoadingNote />
        <Skeleton className="h-16 w-full" />
      </>
    );
  return (
    <>
      <ul aria-label="Dispozitive din cont">
        {data.sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {data.phoneLinks.length > 0 && (
        <ul aria-label="Telefoane care adaugă fotografii">
          {data.phoneLinks.map((link) => (
            <PhoneLinkRow
              key={link.id}
              link={link}
              does="Adaugă doar în"
              count={formatCount(link.photos, NOUNS.photo)}
              end={() => call(endPhoneLink, { params: { phoneLinkId: link.id } })}
            />
          ))}
        </ul>
      )}
      {data.resultLinks.length > 0 && (
        <ul aria-label="Telefoane care iau fotografiile gata">
          {data.resultLinks.map((link) => (
            <PhoneLinkRow
              key={link.id}
              link={link}
              does="Vede doar ce e gata din"
              end={() => call(endResultLink, { params: { resultLinkId: link.id } })}
            />
          ))}
        </ul>
      )}
      {data.sessions.length > 1 && (
        <div className="mt-3">
          <Button look="quiet" busy={others.isPending} onClick={() => others.mutate()}>
            Ieși de pe celelalte dispozitive
          </Button>
        </div>
      )}
    </>
  );
}

const PHONES = /iPhone|iPad|Android/;

function SessionRow({ session: { id, device, createdAt, seenAt, isThis } }: { session: OpenSession }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(endSession, { params: { sessionId: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.security }),
  });
  const Icon = PHONES.test(device) ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3 border-t border-line py-3">
      <Icon aria-hidden size={20} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device} {isThis && <Pill>acesta</Pill>}
        </p>
        <p className="text-sm text-ink-soft">
          {isThis ? 'Folosit acum' : `Folosit ultima dată ${describeDayOfUse(new Date(seenAt), new Date())}`}{' '}
          · din {formatStamp(new Date(createdAt))}
        </p>
      </div>
      {!isThis && (
        <Button
          look="quiet"
          small
          busy={end.isPending}
          aria-label={`Ieși de pe ${device}`}
          onClick={() => end.mutate()}
        >
          Ieși
        </Button>
      )}
    </li>
  );
}

interface PhoneLinkRowProps {
  readonly link: { readonly batchName: string; readonly device: string | null; readonly endsAt: string };
  readonly does: string;
  /** What came by it. */
  readonly count?: string;
  readonly end: () => Promise<unknown>;
}

/** A phone that has no session: a link opens one batch to it. */
function PhoneLinkRow({ link: { batchName, device, endsAt }, does, count, ...props }: PhoneLinkRowProps) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: props.end,
    onSettled: () => client.invalidateQueries({ queryKey: keys.security }),
  });
  const until = `până la ${formatHour(new Date(endsAt))}`;
  return (
    <li className="flex items-center gap-3 border-t border-line py-3">
      <Smartphone aria-hidden size={20} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {does} „{batchName}”
        </p>
        <p className="text-sm text-ink-soft">
          {[device ?? 'Link nedeschis', count, until].filter((words) => words !== undefined).join(' · ')}
        </p>
      </div>
      <Button
        look="quiet"
        small
        busy={end.isPending}
        aria-label={`Oprește linkul pentru ${batchName}`}
        onClick={() => end.mutate()}
      >
        Oprește
      </Button>
    </li>
  );
}
