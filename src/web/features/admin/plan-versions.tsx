import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listPlanVersions, type PlanVersion } from '#contract/admin-plans.ts';
import { count, creditsLabel, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { PLAN_LABELS, PLANS, type Plan } from '#domain/plans/plan.ts';
import { call } from '#web/api/call.ts';
import { Failed } from '#web/features/admin/paged-list.tsx';
import { PlanVersionForm } from '#web/features/admin/plan-version-form.tsx';
import { ACTS } from '#web/features/admin/user-words.ts';
import { sinceWords, VersionPill } from '#web/features/admin/version-date.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast.ts';

const KEY = ['admin-plans'];

/** Every plan with its versions; a new one is added, none is changed. */
export function PlanVersions() {
  const client = useQueryClient();
  const [editing, setEditing] = useState<Plan | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listPlanVersions, {}, { signal }),
    staleTime: 0,
  });
  const now = new Date();
  const versionsOf = (plan: Plan) => data?.versions.filter((version) => version.plan === plan) ?? [];
  const inForce = (plan: Plan) => versionsOf(plan).find(({ validFrom }) => new Date(validFrom) <= now);
  const base = editing === null ? undefined : inForce(editing);
  return (
    <section aria-label="Planuri" className="mt-8">
      <h2 className="text-2xl">Planuri</h2>
      <p className="mt-1.5 mb-4 max-w-prose text-sm text-ink-soft">
        O versiune nouă schimbă prețul și limitele pentru toți din ziua ei; perioadele plătite își păstrează
        creditele.
      </p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <LoadingNote />
          <Skeleton className="h-64 rounded-3xl" />
        </>
      )}
      <ul aria-label="Planuri" className="grid gap-4 lg:grid-cols-2">
        {data &&
          PLANS.map((plan) => (
            <li key={plan} className="rounded-3xl border border-line bg-card p-5">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h3 className="text-lg">{PLAN_LABELS[plan]}</h3>
                <Button
                  look="quiet"
                  small
                  aria-label={`Versiune nouă: ${PLAN_LABELS[plan]}`}
                  onClick={() => setEditing(plan)}
                >
                  Versiune nouă
                </Button>
              </div>
              <ol className="mt-2 divide-y divide-line">
                {versionsOf(plan).map((version) => (
                  <li key={version.validFrom} className="py-2.5">
                    <p className="flex flex-wrap items-center gap-2">
                      <span className="font-semibold">
                        {version.price === 0 ? 'nu se vinde' : leiLabel(version.price)} ·{' '}
                        {creditsLabel(version.credits)}
                      </span>
                      <VersionPill version={version} all={versionsOf(plan)} now={now} />
                    </p>
                    <p className="text-sm text-ink-soft">
                      {sinceWords(version)} · {limitsWords(version)}
                    </p>
                  </li>
                ))}
              </ol>
            </li>
          ))}
      </ul>
      <Dialog
        sheet
        open={base !== undefined}
        onOpenChange={() => setEditing(null)}
        title={editing ? `Versiune nouă: ${PLAN_LABELS[editing]}` : ''}
      >
        {base && (
          <PlanVersionForm
            base={base}
            onAdded={(versions) => {
              client.setQueryData(KEY, versions);
              void client.invalidateQueries({ queryKey: [ACTS] });
              showToast({ text: 'Versiunea s-a adăugat.' });
              setEditing(null);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function limitsWords({ limits }: PlanVersion): string {
  return [
    `${count(limits.photosPerLot, NOUNS.photo)} pe lot`,
    count(limits.outputsPerRun, NOUNS.output),
    `${count(limits.savedRecipes, NOUNS.recipe)} salvate`,
    `păstrate ${count(limits.retentionDays, NOUNS.day)}`,
    formatBytes(limits.storageBytes),
    `${limits.photosAtOnce} deodată`,
  ].join(' · ');
}
