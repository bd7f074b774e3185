import fc from 'fast-check';
import type { InvoiceBuyer, InvoiceSeller, InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { BUCHAREST, COUNTIES, type County } from '#domain/payments/counties.ts';
import { buildInvoice, SELLER } from '#testing/invoices/snapshots.ts';

/** Texts that break careless documents: markup, what XML forbids, directions, emoji, halves of pairs, 200 letters, nothing at all. */
const HOSTILE = [
  '<script>alert("x")</script>',
  'Ana & Fiii SRL ]]> <!-- &amp; &#0; --> <?xml?>',
  "Robert'); DROP TABLE invoices;--",
  '\u0000\u0001\b\u000b\f\u001f\u007f\ufffe\uffff',
  '\ud800 half \udfff',
  '\u202eLRS trohs\u202c \u2066x\u2069',
  '👩‍👩‍👧‍👦 Familia 🇷🇴 é̂̃̄',
  'rând\nnou\ttab\r\n\u2028\u2029',
  'Ș'.repeat(200),
  '𝔄'.repeat(250),
  `${'lung '.repeat(60)}`,
  '=HYPERLINK("http://x")',
  '',
  ' ',
  'شركة إلكترونيات 株式会社',
];

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 260 }),
  fc.constant('Ștefan'),
);
const county = fc.constantFrom(...(Object.keys(COUNTIES) as County[]));
const place = fc.record({ county, city: text, sector: fc.integer({ min: 1, max: 6 }) });

const buyer: fc.Arbitrary<InvoiceBuyer> = fc
  .record({
    isFirm: fc.boolean(),
    place,
    texts: fc.array(text, { minLength: 3, maxLength: 3 }),
    postalCode: fc.constantFrom(null, '061071'),
    vatPayer: fc.boolean(),
    registrationNumber: fc.constantFrom(null, 'J2020012763400'),
  })
  .map(({ isFirm, place, texts: [first = '', last = '', street = ''], postalCode, ...firm }) => {
    const city = place.county === BUCHAREST ? `Sector ${place.sector}` : place.city;
    const where = { street, city, county: place.county, postalCode };
    return isFirm
      ? { kind: 'firm', name: first, cui: '43131360', ...firm, ...where }
      : { kind: 'person', firstName: first, lastName: last, ...where };
  });

const seller: fc.Arbitrary<InvoiceSeller> = fc
  .record({
    place,
    name: text,
    street: text,
    vatStatus: fc.constantFrom('exempt' as const, 'payer' as const, 'payer-cash' as const),
    iban: fc.constantFrom(null, 'RO49AAAA1B31007593840000'),
    tradeRegister: fc.constantFrom('', SELLER.tradeRegister),
    shareCapitalLei: fc.constantFrom(0, SELLER.shareCapitalLei),
  })
  .map(({ place, ...facts }) => ({
    ...SELLER,
    ...facts,
    county: place.county,
    city: place.county === BUCHAREST ? `SECTOR${place.sector}` : place.city,
  }));

/** Invoices and stornos, whole and in part, of every kind of seller and buyer. */
export const drawnSnapshot: fc.Arbitrary<InvoiceSnapshot> = fc
  .record({
    seller,
    buyer,
    item: text,
    reason: text,
    paid: fc.integer({ min: 1, max: 10_000_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    isStorno: fc.boolean(),
    isOwed: fc.boolean(),
    percent: fc.constantFrom(9, 11, 19, 21, 25),
    trial: fc.boolean(),
  })
  .map(({ paid, part, isStorno, isOwed, percent, reason, ...facts }) => {
    const isExempt = facts.seller.vatStatus === 'exempt';
    const gross = isStorno ? Math.max(1, Math.round(paid * part)) : paid;
    const vat = isExempt ? 0 : Math.round((gross * percent) / (100 + percent));
    const sign = isStorno ? -1 : 1;
    return buildInvoice({
      ...facts,
      netBani: sign * (gross - vat),
      vatBani: vat === 0 ? 0 : sign * vat,
      grossBani: sign * gross,
      vatPercent: isExempt ? null : percent,
      paidOn: isOwed ? null : '2026-11-22',
      ...(isStorno && {
        kind: 'storno',
        number: 8,
        reason,
        corrects: { series: 'FTL', number: 7, issuedOn: '2026-11-20' },
      }),
    });
  });
