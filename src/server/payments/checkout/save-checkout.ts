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

/** Limited: every checkout is a row that stays. */
const PER_USER = { hits: 60, seconds: 3600 };

interface CheckoutInput {
  readonly packageType: string;
  readonly billing: BillingForm;
  readonly startNow: boolean;
  readonly terms: boolean;
  readonly shownPrice: number;
  readonly shownDays: number | null;
  /** Pages of the version before do not send it; today's figures are then agreed to. */
  readonly shownFigures?: AgreedFigures | undefined;
  readonly returnTo: string | null;
}

/**
 * Stores the checkout as it was agreed to. Throws payments/consent-missing unless both boxes are ticked, payments/billing-invalid with the
 * problems, payments/price-changed where price, days or figures are not those shown, http/too-many-requests, auth/session-required for a
 * deleted account, and what findOffer throws.
 */
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
