import type { UserDocument } from '#contract/users.ts';
import { BillingForm as Billing } from '#web/features/checkout/billing-form.tsx';
import { BrandKitForm as Brand } from '#web/features/settings/brand-kit-form.tsx';
import { DataExport as Export } from '#web/features/settings/data-export.tsx';
import { DeleteAccount as Deletion } from '#web/features/settings/delete-account.tsx';
import { CreditHistory as Credits } from '#web/features/settings/money/credit-history.tsx';
import { OpenOrders } from '#web/features/settings/money/open-orders.tsx';
import { PlanFacts } from '#web/features/settings/money/plan-facts.tsx';
import { PlanReminders } from '#web/features/settings/money/plan-reminders.tsx';
import { Purchases } from '#web/features/settings/money/purchases.tsx';
import { ShotLists as Shots } from '#web/features/settings/shots/shot-lists.tsx';
import { LeaveEverywhere as Everywhere } from '#web/features/settings/sign-in/leave-everywhere.tsx';
import { StatisticsChoice as Statistics } from '#web/features/settings/statistics-choice.tsx';
import { SavedRecipeList as Recipes } from '#web/shared/recipes/saved-recipe-list.tsx';

/** The settings' sections below the first screen, loaded in one go after it. */
export const BillingForm = Billing;
export const BrandKitForm = Brand;
export const CreditHistory = Credits;
export const DataExport = Export;
export const DeleteAccount = Deletion;
export const LeaveEverywhere = Everywhere;
export const SavedRecipeList = Recipes;
export const ShotLists = Shots;
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
