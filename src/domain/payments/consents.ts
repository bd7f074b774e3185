/**
 * The two unticked boxes before a payment. The version (a day) of their texts and of the documents under /legal/ is stored with the order;
 * a changed text needs a new one.
 */
export const CONSENTS = {
  'start-now':
    'Cer ca serviciul să înceapă imediat. Știu că, dacă mă retrag în 14 zile, plătesc creditele folosite, iar după consumarea lor integrală nu mă mai pot retrage.',
  terms: 'Am citit Termenii și condițiile.',
} as const;
export type Consent = keyof typeof CONSENTS;
export const CONSENT_VERSION = '2026-11-23';

export const ORDER_BUTTON = 'Comandă cu obligație de plată';

/** True when every box was ticked. Anything else than `true` is no consent. */
export function hasConsents(given: Readonly<Partial<Record<Consent, unknown>>>): boolean {
  return Object.keys(CONSENTS).every((consent) => given[consent as Consent] === true);
}
