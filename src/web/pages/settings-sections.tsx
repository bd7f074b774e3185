import type { UserDocument } from '#contract/users.ts';
import { BillingForm as Billing } from '#web/features/checkout/billing-form.tsx';
import { BrandKitForm as Brand } from '#web/features/recipes/brand-kit-form.tsx';
import { SavedRecipeList as Recipes } from '#web/features/recipes/saved-recipe-list.tsx';
import { CreditHistory as Credits } from '#web/features/settings/credit-history.tsx';
import { DataExport as Export } from '#web/features/settings/data-export.tsx';
import { DeleteAccount as Deletion } from '#web/features/settings/delete-account.tsx';
import { LeaveEverywhere as Everywhere } from '#web/features/settings/leave-everywhere.tsx';
import { OpenOrders } from '#web/features/settings/open-orders.tsx';
import { PlanFacts } from '#web/features/settings/plan-facts.tsx';
import { PlanReminders } from '#web/features/settings/plan-reminders.tsx';
import { Purchases } from '#web/features/settings/purchases.tsx';
import { StatisticsChoice as Statistics } from '#web/features/settings/statistics-choice.tsx';

/** What the settings show far below their first screen, fetched in one go once that stands. */
export const BillingForm = Billing;
export const BrandKitForm = Brand;
export const CreditHistory = Credits;
export const DataExport = Export;
export const DeleteAccount = Deletion;
export const LeaveEverywhere = Everywhere;
export const SavedRecipeList = Recipes;
export const StatisticsChoice = Statistics;

export function PlanSection({ user }: { user: UserDocument }) {
  return (
    <>
      <PlanFacts user={user} />
      <PlanReminders user={user} />
    </>
  );
}

export function PurchasesSection() {
  return (
    <>
      <OpenOrders />
      <Purchases />
    </>
  );
}
