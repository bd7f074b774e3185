import type { PlanLimits } from '#domain/plans/plan.ts';

/** What the sheet before a payment shows beside price and days, and what is therefore agreed to. */
export interface AgreedFigures {
  readonly name: string;
  readonly credits: number;
  /** Of a plan, with the instant from which this version of its terms counts; null for a package, which never changes once it was agreed to. */
  readonly limits: PlanLimits | null;
  readonly termsFrom: string | null;
}

/** Null, from before figures were kept, is the same as nothing. */
export function isSameFigures(a: AgreedFigures | null, b: AgreedFigures | null): boolean {
  return a !== null && b !== null && figuresInOrder(a) === figuresInOrder(b);
}

function figuresInOrder({ name, credits, limits, termsFrom }: AgreedFigures): string {
  return JSON.stringify([name, credits, limits && Object.entries(limits).sort(), termsFrom]);
}
