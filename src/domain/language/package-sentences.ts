import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { PACKAGE_BOUNDS, type PackageField, type PackageProblem } from '#domain/payments/custom-package.ts';
import { leiInText } from '#domain/payments/price.ts';

/** Sentences for errors in the fields of a custom package. */
const { name, credits, price } = PACKAGE_BOUNDS;

const WRONG: Record<PackageField, string> = {
  name: 'Scrie numele pachetului.',
  credits: 'Scrie un număr întreg de credite.',
  price: 'Scrie suma în lei, cu cel mult doi bani după virgulă: 49,90.',
};

const OUTSIDE: Record<PackageField, string> = {
  name: `Numele are între ${name.least} și ${name.most} de litere.`,
  credits: `Între ${credits.least} și ${formatCount(credits.most, NOUNS.credit)}.`,
  price: `Între ${price.least} și ${leiInText(price.most * 100)}.`,
};

export function packageSentence(field: PackageField, problem: PackageProblem): string {
  if (problem === 'missing') return 'Completează câmpul acesta.';
  return problem === 'wrong' ? WRONG[field] : OUTSIDE[field];
}
