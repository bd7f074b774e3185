import { createHash } from 'node:crypto';
import { CONSENT_VERSION, CONSENTS } from '#domain/payments/consents.ts';
import { DOCUMENTS } from '#server/account/legal/documents.ts';
import type { LegalFacts } from '#server/account/legal/legal-facts.ts';
import { renderPageText } from '#server/account/legal/page.ts';
import type { App } from '#server/app.ts';
import { html } from '#server/http/html.ts';
import {
  consentKind,
  introduceVersion,
  type LegalText,
  storeTexts,
} from '#server/payments/checkout/legal-text-store.ts';

const hashText = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns all texts that people agree to, as this installation shows them. */
export function legalTexts(facts: LegalFacts): LegalText[] {
  const boxes = Object.entries(CONSENTS).map(
    ([name, words]) => [consentKind(name), html`${words}`.text] as const,
  );
  const documents = Object.entries(DOCUMENTS).map(
    ([path, pageOf]) => [path, renderPageText(pageOf(facts)).text] as const,
  );
  return [...boxes, ...documents].map(([kind, text]) => ({ kind, html: text, sha256: hashText(text) }));
}

/** Two made-up installations whose texts are compared: an operator's record and choices are no change of the text. */
const MADE_UP: readonly LegalFacts[] = [
  {
    operator: {
      name: 'N',
      legalForm: 'company',
      cui: 'C',
      tradeRegister: 'R',
      street: 'S',
      city: 'L',
      county: 'CJ',
      postalCode: '400001',
      capitalLei: 200,
      iban: 'I',
      phone: 'P',
      email: 'E',
    },
    vat: { payerFrom: '1970-01-01', isCash: true, rates: [{ percent: 21, from: '1970-01-01' }] },
    payments: {},
    signIn: {},
    firmRegistry: {},
    eFactura: 'live',
    analytics: {},
    adverts: { olx: {}, autovit: {}, woocommerce: {} },
    bookYears: 5,
    backupDays: 30,
    hosting: 'H',
    now: () => new Date('2026-01-01T12:00:00Z'),
  },
  {
    operator: null,
    payments: null,
    signIn: null,
    firmRegistry: null,
    eFactura: 'off',
    analytics: null,
    adverts: { olx: null, autovit: null, woocommerce: null },
    bookYears: 5,
    backupDays: 30,
    hosting: 'H',
    vat: { payerFrom: null, isCash: false, rates: [] },
    now: () => new Date('2026-01-01T12:00:00Z'),
  },
];

/** Returns the fingerprint of all texts as this code writes them. */
export function codeSha256(): string {
  return hashText(JSON.stringify(MADE_UP.map(legalTexts)));
}

/**
 * Keeps the texts of this version, at each start. Throws where the database keeps other texts under the same version: the words that people
 * agreed to would be unknown.
 */
export async function keepTexts(
  app: Pick<App, 'change' | 'now'> & LegalFacts,
  { version, code }: { version: string; code: string } = { version: CONSENT_VERSION, code: codeSha256() },
): Promise<void> {
  await app.change(async ({ tx }) => {
    const at = app.now();
    const kept = await introduceVersion(tx, { version, codeSha256: code, at });
    if (kept !== code)
      throw new Error(
        `The terms, the other documents or the boxes before a payment were changed without a new version: the database keeps other texts under ${version}. Give CONSENT_VERSION in src/domain/payments/consents.ts a new day.`,
      );
    await storeTexts(tx, { version, texts: legalTexts(app), at });
  });
}
