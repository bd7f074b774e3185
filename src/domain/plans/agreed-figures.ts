import type { PlanLimits } from '#domain/plans/plan.ts';

/** The figures that the sheet before a payment shows beside price and days, and that are therefore agreed to. */
export interface AgreedFigures {
  readonly name: string;
  readonly credits: number;
  /**
   * A plan's limits, with the instant from which this version of its terms counts; null for a package, which never changes once it was
   * agreed to.
   */
  readonly limits: PlanLimits | null;
  readonly termsFrom: string | null;
}

/** True for the same figures. Null, from before figures were kept, equals no figures. */
export function isSameFigures(a: AgreedFigures | null, b: AgreedFigures | null): boolean {
  return a !== null && b !== null && figuresInOrder(a) === figuresInOrder(b);
}

function figuresInOrder({ name, credits, limits, termsFrom }: AgreedFigures): string {
  return JSON.stringify([name, credits, limits && Object.entries(limits).sort(), termsFrom]);
}
