import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { GRANT_SOURCES } from '#domain/credits/grants.ts';
import { BILLING_LABELS, billingSentence } from '#domain/language/billing-sentences.ts';
import { creditsChange, LEDGER_KINDS, ledgerWords } from '#domain/language/ledger-words.ts';
import {
  lateSentence,
  NOT_RENEWED,
  offerSentence,
  reminderSubject,
} from '#domain/language/plan-sentences.ts';
import { BILLING_FIELDS } from '#domain/payments/billing.ts';
import { CONSENTS, ORDER_BUTTON } from '#domain/payments/consents.ts';

const on = (day: string) => new Date(`2026-${day}T12:00:00Z`);
const dates = { startsAt: on('11-21'), expiresAt: on('12-27') };

test('the credit history puts the ledger into words', () => {
  equal(ledgerWords('grant', 'bought'), 'Credite cumpărate');
  equal(ledgerWords('expire', null), 'Expirate');
  deepEqual([25, 1, 0, -1, -20].map(creditsChange), [
    '+25 de credite',
    '+1 credit',
    '0 credite',
    '−1 credit',
    '−20 de credite',
  ]);
});

test('the effect of a plan is shown before the payment', () => {
  const upgrade = { kind: 'upgrade', ...dates } as const;
  equal(
    offerSentence({ ...upgrade, shownDays: 6 }),
    'Începe imediat și ține până pe 27 dec. 2026: 30 de zile și încă 6 zile în locul celor rămase din planul de acum. Creditele lui și cele rămase din planul de acum țin tot până atunci, împreună cel mult de două ori câte aduce el.',
  );
  match(
    offerSentence({ ...upgrade, shownDays: 0 }),
    /^Începe imediat și ține până pe 27 dec\. 2026\. Credit/,
  );
  equal(
    offerSentence({ kind: 'start', ...dates, shownDays: null }),
    'Începe imediat și ține până pe 27 dec. 2026. Creditele lui țin tot până atunci.',
  );
  match(offerSentence({ ...upgrade, shownDays: 24 }), /încă 24 de zile/);
  const queued = { startsAt: on('12-21'), expiresAt: on('12-27'), shownDays: null };
  match(
    offerSentence({ kind: 'renewal', ...queued }),
    /începe pe 21 dec\. 2026 și ține până pe 27 dec\. 2026\. Creditele ei vin când începe; ele și cele rămase din plan țin până la sfârșitul ei/,
  );
  match(
    offerSentence({ kind: 'lower', ...queued }),
    /^Începe pe 21 dec\. 2026, după planul de acum.* țin până la sfârșitul lui, împreună cel mult de două ori/,
  );
});

test('a plan says „Planul nu se reînnoiește singur”, and its reminders how many days are left', () => {
  equal(NOT_RENEWED, 'Planul nu se reînnoiește singur');
  deepEqual(
    [7, 3, 0].map((days) => reminderSubject('Pro', days)),
    ['Planul Pro se încheie în 7 zile', 'Planul Pro se încheie în 3 zile', 'Planul Pro s-a încheiat'],
  );
});

test('every sentence of selling has comma letters and right quotes', () => {
  const problems = ['missing', 'too-long', 'wrong'] as const;
  const sentences = [
    ...BILLING_FIELDS.flatMap((field) => problems.map((problem) => billingSentence(field, problem))),
    ...Object.values(BILLING_LABELS),
    ...LEDGER_KINDS.flatMap((kind) => GRANT_SOURCES.map((source) => ledgerWords(kind, source))),
    ...Object.values(CONSENTS),
    ORDER_BUTTON,
    lateSentence(on('12-21')),
  ];
  for (const sentence of sentences) match(sentence, /^[A-ZÎȘȚ][^şţŞŢ"]*$/u);
});

test('a CUI with a wrong check digit is named as such', () => {
  equal(billingSentence('cui', 'wrong'), 'CUI-ul nu este corect: verifică fiecare cifră.');
});
