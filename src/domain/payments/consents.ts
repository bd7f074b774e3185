/**
 * The two unticked boxes before a payment. The version of their texts and of the documents under /legal/ is stored with the order; a changed
 * text needs a new one.
 */
export const CONSENTS = {
  'start-now':
    'Cer ca serviciul să înceapă imediat. Știu că, dacă mă retrag în 14 zile, plătesc creditele folosite, iar după consumarea lor integrală nu mă mai pot retrage.',
  terms: 'Am citit Termenii și condițiile.',
} as const;
export type Consent = keyof typeof CONSENTS;
/** Named by the next day that no other texts have: versions are compared as text. People read the day of `versionDay`. */
export const CONSENT_VERSION = '2026-12-02';
/** Days on which the texts of a version were written that is named by a later one. */
const WRITTEN_ON: Readonly<Record<string, string>> = {
  '2026-11-29': '2026-11-28',
  '2026-11-30': '2026-11-29',
  '2026-12-01': '2026-11-29',
  '2026-12-02': '2026-11-29',
};
/** Changes of the newest texts, for owners of older accounts; whole sentences. */
export const CONSENT_CHANGES = [
  'Am scris ce ajunge la ANAF: facturile, cum cere legea, și CUI-ul firmei pentru care ceri datele.',
  'Am scris ce păstrăm și ce ajunge la OLX, la Autovit sau la magazinul tău dacă îți legi contul de acolo.',
  'Am adăugat cookie-urile telefonului cu care, printr-un link, adaugi fotografii într-un lot sau iei fotografiile gata.',
  'Retragerea din contract rămâne valabilă orice ar răspunde procesatorul de plăți: banii care nu se pot întoarce pe card ți-i plătim prin transfer bancar.',
  'Te poți retrage și fără să intri în cont, chiar după ce l-ai șters, cu numărul comenzii și adresa de email. Pentru asta păstrăm, cât te poți retrage, o amprentă a adresei cu care ai plătit.',
  'Am scris că o procesare are atâtea variante cât permite planul și că o parte din date ajunge la contabil și la cine găzduiește serverele.',
  'Am scris că notăm ce ne ceri când ne scrii sau ne suni.',
  'Am adăugat formularul de retragere din lege, declarația de accesibilitate și punctul de contact.',
] as const;
/** Least number of days between the mail about a new version and the day from which it holds for an account. */
export const NOTICE_DAYS = 15;

export const ORDER_BUTTON = 'Comandă cu obligație de plată';

/** Returns the day on which the texts of a version were written: never one to come. */
export function versionDay(version: string): string {
  return WRITTEN_ON[version] ?? version;
}

/** True when every box was ticked. Anything else than `true` is no consent. */
export function hasConsents(given: Readonly<Partial<Record<Consent, unknown>>>): boolean {
  return Object.keys(CONSENTS).every((consent) => given[consent as Consent] === true);
}
