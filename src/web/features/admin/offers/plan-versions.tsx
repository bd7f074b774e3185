import { deletePlanVersion, listPlanVersions, type PlanVersion } from '#contract/admin/admin-plans.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { PLAN_LABELS, PLANS, readPlan } from '#domain/plans/plan.ts';
import { call } from '#web/api/call.ts';
import { PlanVersionForm } from '#web/features/admin/offers/plan-version-form.tsx';
import { useVersions } from '#web/features/admin/offers/use-versions.ts';
import { VersionList } from '#web/features/admin/offers/version-list.tsx';
import { CreditText } from '#web/text/credit-text.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

export function PlanVersions() {
  const { editing, setEditing, onAdded, ...versions } = useVersions(
    'admin-plans',
    (signal) => call(listPlanVersions, {}, { signal }),
    (key, validFrom) => call(deletePlanVersion, { params: { plan: readPlan(key) }, body: { validFrom } }),
  );
  const { data } = versions.query;
  const items =
    data &&
    PLANS.map((plan) => ({
      key: plan,
      label: PLAN_LABELS[plan],
      versions: data.versions.filter((version) => version.plan === plan),
    }));
  const edited = items?.find(({ key }) => key === editing);
  return (
    <>
      <VersionList
        title="Planuri"
        help="O versiune nouă schimbă prețul și limitele pentru toți din ziua ei; perioadele plătite își păstrează creditele."
        items={items}
        {...versions}
        headOf={renderPlanHead}
        factsOf={describePlanLimits}
        onEdit={setEditing}
      />
      <Dialog
        sheet
        open={edited !== undefined}
        onOpenChange={() => setEditing(null)}
        title={edited ? `Versiune nouă: ${edited.label}` : ''}
      >
        {edited && <PlanVersionForm plan={edited.key} versions={edited.versions} onAdded={onAdded} />}
      </Dialog>
    </>
  );
}

function renderPlanHead({ price, credits }: PlanVersion) {
  return (
    <span className="font-semibold">
      {price === 0 ? 'nu se vinde' : leiLabel(price)} · <CreditText>{creditsLabel(credits)}</CreditText>
    </span>
  );
}

function describePlanLimits({ limits }: PlanVersion): string {
  return [
    `${formatCount(limits.photosPerLot, NOUNS.photo)} pe lot`,
    formatCount(limits.outputsPerRun, NOUNS.output),
    `${formatCount(limits.savedRecipes, NOUNS.recipe)} salvate`,
    `păstrate ${formatCount(limits.retentionDays, NOUNS.day)}`,
    formatBytes(limits.storageBytes),
    `${limits.photosAtOnce} deodată`,
  ].join(' · ');
}
