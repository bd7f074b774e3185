import { AppError } from '#domain/errors.ts';
import { toBani } from '#domain/payments/amount.ts';
import { type BillingForm, checkBilling } from '#domain/payments/billing.ts';
import { CONSENT_VERSION, CONSENTS, type Consent, hasConsents } from '#domain/payments/consents.ts';
import { batchToReturnTo } from '#domain/payments/return-to.ts';
import { type AgreedFigures, isSameFigures } from '#domain/plans/agreed-figures.ts';
import type { App, User } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { insertCheckout, rememberBilling } from '#server/payments/checkout/checkout-store.ts';
import { findOffer } from '#server/payments/checkout/find-offer.ts';
import { findText, TERMS_KIND } from '#server/payments/checkout/legal-text-store.ts';
import { keepUser } from '#server/users/user-store.ts';

/** Each is a row that stays. */
const PER_USER = { hits: 60, seconds: 3600 };

interface CheckoutInput {
  readonly packageType: string;
  readonly billing: BillingForm;
  readonly startNow: boolean;
  readonly terms: boolean;
  readonly shownPrice: number;
  readonly shownDays: number | null;
  /** Pages of the version before do not say it: what counts at the press is what is agreed to. */
  readonly shownFigures?: AgreedFigures | undefined;
  readonly returnTo: string | null;
}

/** The checkout as it was agreed to: refused unless both boxes are ticked, the billing is whole and price, days and figures are still those shown. */
export async function saveCheckout(
  app: App,
  user: User,
  { from, sheet: input }: { from: { ip: string }; sheet: CheckoutInput },
): Promise<void> {
  if (!hasConsents({ 'start-now': input.startNow, terms: input.terms }))
    throw new AppError('payments/consent-missing');
  const { billing, problems } = checkBilling(input.billing);
  if (!billing) throw new AppError('payments/billing-invalid', { problems });
  const at = app.now();
  const offer = await findOffer(app.db, user.id, { packageType: input.packageType, now: at });
  const isShown =
    toBani(input.shownPrice) === offer.priceBani &&
    input.shownDays === offer.shownDays &&
    isSameFigures(input.shownFigures ?? offer.figures, offer.figures);
  if (!isShown) throw new AppError('payments/price-changed');
  await consumeRateLimit(app, `checkout:${user.id}`, { limit: PER_USER, code: 'http/too-many-requests' });
  await app.change(async ({ tx }) => {
    await keepUser(tx, user.id);
    const terms = await findText(tx, { kind: TERMS_KIND, version: CONSENT_VERSION });
    await insertCheckout(tx, {
      id: app.newId('chk'),
      userId: user.id,
      item: offer.item,
      priceBani: offer.priceBani,
      shownDays: input.shownDays,
      billing,
      consents: {
        version: CONSENT_VERSION,
        given: Object.keys(CONSENTS) as Consent[],
        at: at.toISOString(),
        address: from.ip,
        termsSha256: terms?.sha256 ?? null,
      },
      figures: offer.figures,
      returnTo: batchToReturnTo(input.returnTo),
      at,
    });
    await rememberBilling(tx, user.id, { billing, now: at });
  });
}
