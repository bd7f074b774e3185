import { PlanVersions } from '#web/features/admin/offers/plan-versions.tsx';
import { PresetVersions } from '#web/features/admin/offers/preset-versions.tsx';

/** The offer by date: plans, and the marketplaces' presets. Packages stand beside the orders. */
export function OfferPart() {
  return (
    <>
      <PlanVersions />
      <PresetVersions />
    </>
  );
}
