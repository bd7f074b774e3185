import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { describeSending, rejectedAdvice, sendingWords, unsentWords } from './sending-words.ts';
import { SHOWN_STATES } from './shown-state.ts';

const since = '2026-12-02T08:05:00Z';

test('documents that do not go by themselves are named, with the reason and the first term', () => {
  equal(
    unsentWords(1, { names: ['FTL0001'], lastDay: '2026-12-08', since }),
    'FTL0001 e un document emis înainte de 2 dec. 2026, 10:05, de când se trimite de aici. Nu pleacă singur, ca să nu ajungă a doua oară la ANAF dacă l-ai predat prin SPV. Primul termen: 8 dec. 2026.',
  );
  match(
    unsentWords(20, { names: ['FTL0001', 'FTL0002'], lastDay: '2026-12-08', since }),
    /^FTL0001, FTL0002 și încă 18 documente sunt documente emise .* Nu pleacă singure, .* dacă le-ai predat prin SPV\./,
  );
  equal(
    unsentWords(2, { names: ['FTL0001', 'FTL0002'], lastDay: '2026-12-08', since: null }),
    'FTL0001 și FTL0002 așteaptă conectarea la ANAF. Primul termen: 8 dec. 2026.',
  );
});

test('trials that do not go by themselves have no term, and were handed in nowhere', () => {
  equal(
    unsentWords(1, { names: ['PROBA0001'], lastDay: null, since }),
    'PROBA0001 e un document emis înainte de 2 dec. 2026, 10:05, de când se trimite de aici. Nu pleacă singur.',
  );
  equal(
    unsentWords(1, { names: ['PROBA0001'], lastDay: null, since: null }),
    'PROBA0001 așteaptă conectarea la ANAF.',
  );
});

test('each state has words of its own, but for the file of a rejection that is still read', () => {
  const words = SHOWN_STATES.map((state) => sendingWords(state, 'invoice'));
  equal(new Set(words).size, SHOWN_STATES.length - 1);
  equal(sendingWords('nok', 'storno'), sendingWords('rejected', 'storno'));
});

test('a document that waits says for what', () => {
  const facts = { state: 'waiting', waitsFor: null, waitsForPress: false } as const;
  equal(
    describeSending({ ...facts, waitsFor: 'FTL0003' }, 'storno'),
    'așteaptă trimiterea, după factura FTL0003',
  );
  match(
    describeSending({ ...facts, state: 'unknown', waitsForPress: true }, 'invoice'),
    /pleacă din nou la „Trimite/,
  );
});

test('what to do about a rejected document fits its order', () => {
  match(rejectedAdvice({ kind: 'invoice', mayMend: true }), /stornează și refă factura/);
  match(rejectedAdvice({ kind: 'invoice', mayMend: false }), /^Factura este deja stornată/);
  match(rejectedAdvice({ kind: 'storno', mayMend: false }), /^Un storno nu se reface/);
});
