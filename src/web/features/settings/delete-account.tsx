import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type DeletionPreview, deleteAccount, previewDeletion } from '#contract/deletion.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { signedOut } from '#web/session/auth.ts';
import { notifyOtherTabs } from '#web/session/other-tabs.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** The way out: what goes with the account is said first, and what can still be asked back. */
export function DeleteAccount({ onLeft }: { onLeft: () => void }) {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: who goes elsewhere on the page has closed it
  useEffect(() => setOpen(false), [key]);
  const leave = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      await call(deleteAccount, {});
      await signedOut();
      notifyOtherTabs('out');
    },
    onSuccess: onLeft,
  });
  const refusal = leave.error ? errorMessage(leave.error) : null;
  return (
    <>
      <p className="max-w-prose text-ink-soft">
        Contul se șterge pe loc și de tot. Fotografiile, loturile, rețetele și creditele nu mai pot fi aduse
        înapoi.
      </p>
      <div className="mt-4">
        <Button look="danger" onClick={() => setOpen(true)}>
          Șterge contul
        </Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen} title="Ștergi contul?">
        <Preview
          refusal={refusal}
          busy={leave.isPending}
          onConfirm={() => leave.mutate()}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

interface PreviewProps {
  readonly refusal: string | null;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function Preview({ refusal, busy, onConfirm, onClose }: PreviewProps) {
  const query = useQuery({
    queryKey: keys.deletion,
    queryFn: ({ signal }) => call(previewDeletion, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = query;
  if (!data)
    return query.error ? (
      <div className="mt-4">
        <ReadFailed query={query} />
      </div>
    ) : (
      <div className="mt-4">
        <LoadingNote />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  const lost = lostWords(data);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p>{lost.length === 0 ? 'Contul e gol; dispare cu adresa lui.' : 'Odată cu contul pierzi:'}</p>
      {lost.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-5 font-medium">
          {lost.map((line) => (
            <li key={line}>
              <CreditText>{line}</CreditText>
            </li>
          ))}
        </ul>
      )}
      {data.refunds.length > 0 && <Refunds refunds={data.refunds} />}
      <p className="text-sm text-ink-soft">
        Rămân comenzile plătite cu datele lor de facturare, cât cere legea contabilității, istoricul
        creditelor fără nume și, 24 de luni, o amprentă a adresei, ca nimeni să nu ia de două ori creditele de
        la început.
      </p>
      <Obstacle obstacle={data.obstacle} refusal={refusal} />
      <div className="mt-2 flex flex-col gap-2.5 sm:flex-row-reverse">
        {data.obstacle === null && (
          <Button look="danger" busy={busy} onClick={onConfirm}>
            {busy ? 'Se șterge…' : 'Șterge contul definitiv'}
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          Păstrez contul
        </Button>
      </div>
    </div>
  );
}

function lostWords({
  credits,
  plan,
  photos,
  results,
  lots: batches,
  runs,
  recipes,
}: DeletionPreview): string[] {
  const planWords =
    plan &&
    `planul ${PLAN_LABELS[plan.plan]}${plan.expiresAt ? `, plătit până pe ${formatDay(new Date(plan.expiresAt))}` : ''}`;
  return [
    credits !== 0 && creditsLabel(credits),
    planWords,
    photos > 0 && formatCount(photos, NOUNS.photo),
    results > 0 && `${formatCount(results, NOUNS.file)} gata de publicat`,
    batches > 0 && formatCount(batches, NOUNS.batch),
    recipes > 0 && formatCount(recipes, NOUNS.recipe),
    runs > 0 &&
      (runs === 1 ? 'procesarea în lucru, care se oprește' : 'procesările în lucru, care se opresc'),
  ].filter((line): line is string => typeof line === 'string');
}

function Refunds({ refunds }: Pick<DeletionPreview, 'refunds'>) {
  return (
    <div className="rounded-xl bg-signal-wash px-4 py-3">
      <p className="font-medium">Întâi îți poți cere banii înapoi:</p>
      <ul className="mt-1">
        {refunds.map(({ orderId, name, amount }) => (
          <li key={orderId}>
            {name}: {leiLabel(amount)}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm">
        Și după ce ștergi contul te mai poți retrage în cele 14 zile de la plată, cu un link trimis pe adresa
        de acum.
      </p>
      <p className="mt-2">
        <Link to="/settings#purchases" className="link font-medium">
          Mergi la cumpărări
        </Link>
      </p>
    </div>
  );
}

function Obstacle({ obstacle, refusal }: Pick<DeletionPreview, 'obstacle'> & { refusal: string | null }) {
  const words =
    obstacle === null
      ? refusal
      : obstacle.kind === 'last-admin'
        ? errorSentence('auth/last-admin')
        : errorSentence(`users/${obstacle.kind}`, { until: obstacle.until });
  return (
    <div role="alert" className="empty:hidden">
      {words !== null && (
        <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">{words}</p>
      )}
    </div>
  );
}
