/** The two unticked boxes before a payment. Their texts and the documents under /legal/ are stored with the order by version, a day; a changed text needs a new one. */
export const CONSENTS = {
  'start-now':
    'Cer ca serviciul să înceapă imediat. Știu că, dacă mă retrag în 14 zile, plătesc creditele folosite, iar după consumarea lor integrală nu mă mai pot retrage.',
  terms: 'Am citit Termenii și condițiile.',
} as const;
export type Consent = keyof typeof CONSENTS;
export const CONSENT_VERSION = '2026-11-22';

export const ORDER_BUTTON = 'Comandă cu obligație de plată';

/** Whether every box was ticked. Anything else than `true` is no consent. */
export function hasConsents(given: Readonly<Partial<Record<Consent, unknown>>>): boolean {
  return Object.keys(CONSENTS).every((consent) => given[consent as Consent] === true);
}
