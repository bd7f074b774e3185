import { PlanVersions } from '#web/features/admin/plan-versions.tsx';
import { PresetVersions } from '#web/features/admin/preset-versions.tsx';

/** What is offered, by date: plans, and what marketplaces ask. Packages stand beside the orders. */
export function OfferPart() {
  return (
    <>
      <PlanVersions />
      <PresetVersions />
    </>
  );
}
