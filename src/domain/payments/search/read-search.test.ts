import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDay } from '#domain/language/time.ts';
import { readSearch as readSearchOn } from './read-search.ts';

const readSearch = (text: string, today = '2026-11-30') => readSearchOn(text, today);

describe('what support types', () => {
  it('is an amount as people and papers write it', () => {
    const amounts = { '50': 5000, '50,5 lei': 5050, '1.234,50 RON': 123450, '19.99': 1999, '1.234': 123400 };
    for (const [text, bani] of Object.entries(amounts)) equal(readSearch(text).amountBani, bani, text);
    for (const text of ['0', '50 euro', '1,234,5', '12345678', '-5', 'lei'])
      equal(readSearch(text).amountBani, null, text);
  });

  it('is a day, the Romanian way or as a computer writes it, and no day that is none', () => {
    for (const text of ['22.11.2026', '22/11/2026', '22-11-2026', '2026-11-22', ' 2026-11-22 '])
      equal(readSearch(text).day, '2026-11-22', text);
    equal(readSearch('1.2.2026').day, '2026-02-01');
    for (const text of ['31.02.2026', '2026-13-01', '22.11.26', '22.11'])
      equal(readSearch(text).day, null, text);
  });

  it('is a day as pages write it, with the month’s name whole or short', () => {
    for (let month = 0; month < 12; month += 1) {
      const at = new Date(Date.UTC(2026, month, 9, 12));
      const key = at.toISOString().slice(0, 10);
      const long = new Intl.DateTimeFormat('ro-RO', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
      for (const text of [formatDay(at), long, long.toUpperCase()]) equal(readSearch(text).day, key, text);
    }
    for (const text of ['32 nov. 2026', '9 luni 2026', '12 marți 2026', '9 novi 2026'])
      equal(readSearch(text).day, null, text);
  });

  it('is the newest day that has come where the year is left out, and a name all the same', () => {
    const days = {
      '30 noiembrie': '2026-11-30',
      '30 NOV.': '2026-11-30',
      '1 decembrie': '2025-12-01',
      '1  dec': '2025-12-01',
      '5 mai': '2026-05-05',
      '29 februarie': '2024-02-29',
    };
    for (const [text, day] of Object.entries(days)) {
      equal(readSearch(text).day, day, text);
      equal(readSearch(text).words, text);
    }
    equal(readSearch('28 feb', '2026-02-28').day, '2026-02-28');
    equal(readSearch('29 feb', '2104-02-28').day, '2096-02-29');
    for (const text of ['31 iunie', '30 februarie', '12 marți', '9 luni', '3 ma', '22.11'])
      equal(readSearch(text).day, null, text);
  });

  it('is a name, an address or a CUI, not a single letter and not a short number', () => {
    for (const text of ['Țiriac', 'ion.pop@fotolot.example', 'ab', '6938446', 'RO6938446'])
      equal(readSearch(text).words, text, text);
    equal(readSearch('ro 6938446').words, 'RO6938446');
    for (const text of ['a', '', '50', '50 lei', '1.234,50 RON', '22.11.2026', '%', '.*'])
      equal(readSearch(text).words, null, text);
  });

  it('is several of them where digits may be a sum, a CUI or an invoice', () => {
    const { amountBani, invoices, words, day, orderNumber } = readSearch('1234');
    deepEqual([amountBani, words, day, orderNumber], [123400, '1234', null, null]);
    deepEqual(invoices.at(-1), { series: '123', number: 4 });
    equal(readSearch('23456-789A2').orderNumber, '23456789A2');
  });
});
