import type { PlanState, PlanStep } from '#domain/plans/periods.ts';
import type { App, Unit } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { lockOrder, type OrderRow } from '#server/payments/store/order-store.ts';
import { changePlan } from '#server/plans/change-plan.ts';
import { lockPlan } from '#server/plans/plan-store.ts';
import { startDuePeriods } from '#server/plans/start-periods.ts';

/**
 * An order that this transaction has locked, and its buyer's rows. Callers hand it on, so that each row is locked and read once: order →
 * plan → account (`App.change` has the whole order of locks).
 */
export interface HeldOrder {
  /** As it was read under its lock, or as it was saved since. */
  readonly order: OrderRow;
  readonly buyer: HeldBuyer;
}

/** The plan and the account of an order's buyer, each locked where it is first needed. */
interface HeldBuyer {
  /**
   * Starts due periods; locks the plan only where one is due. Does nothing once the account is locked and the plan is not: it would be
   * locked too late, and the clock starts due periods within a minute.
   */
  startDuePeriods(): Promise<void>;
  /** Locks the plan, once, and returns it. */
  lockPlan(): Promise<PlanState>;
  changePlan(step: PlanStep): Promise<void>;
  lockAccount(): Promise<void>;
}

/** Locks an order. Throws payments/order-not-found. */
export async function holdOrder(unit: Unit, app: App, orderId: string): Promise<HeldOrder> {
  const order = await lockOrder(unit.tx, orderId);
  return { order, buyer: holdBuyer(unit, app, order.user_id) };
}

function holdBuyer(unit: Unit, app: App, userId: string): HeldBuyer {
  let plan: PlanState | null = null;
  let hasAccount = false;
  const lock = async () => (plan ??= await lockPlan(unit.tx, userId));
  return {
    startDuePeriods: async () => {
      if (hasAccount && !plan) return;
      const started = await startDuePeriods(unit, app, userId);
      if (!started) return;
      plan = started;
      hasAccount = true;
    },
    lockPlan: lock,
    changePlan: async (step) => {
      await changePlan(unit, app, { userId, before: await lock(), step });
      plan = step.state;
      hasAccount = true;
    },
    lockAccount: async () => {
      if (!hasAccount) await lockCreditAccount(unit.tx, userId, app.now());
      hasAccount = true;
    },
  };
}
