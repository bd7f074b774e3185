import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { billingSentence } from '#domain/language/billing-sentences.ts';
import {
  BILLING_FIELDS,
  type BillingForm,
  checkBilling,
  isCui,
  isRegistrationNumber,
} from '#domain/payments/billing.ts';
import { COUNTIES, SECTORS } from '#domain/payments/counties.ts';

const EMPTY = Object.fromEntries(BILLING_FIELDS.map((field) => [field, ''])) as unknown as BillingForm;
const person: BillingForm = {
  ...EMPTY,
  kind: 'person',
  firstName: 'Ștefan',
  lastName: "Pop-D'Amico",
  street: 'Str. Lungă 12, ap. 3',
  city: 'Brașov',
  county: 'BV',
};
const firm: BillingForm = {
  ...EMPTY,
  kind: 'firm',
  name: 'Mașini Bune S.R.L.',
  cui: 'RO 43131360',
  registrationNumber: 'j40/7843/2023',
  street: 'Bd. Unirii 1',
  city: 'Sector 3',
  county: 'B',
  postalCode: '030119',
  phone: '+40 721 000 111',
};
const problems = (form: BillingForm) => checkBilling(form).problems;

test('billing details of a person need a name and an address, and nothing else', () => {
  deepEqual(checkBilling(person).billing, {
    kind: 'person',
    firstName: 'Ștefan',
    lastName: "Pop-D'Amico",
    street: 'Str. Lungă 12, ap. 3',
    city: 'Brașov',
    county: 'BV',
    postalCode: null,
    phone: null,
  });
  deepEqual(problems({ ...EMPTY, kind: 'person' }), {
    firstName: 'missing',
    lastName: 'missing',
    street: 'missing',
    city: 'missing',
    county: 'missing',
  });
});

test('a name that is blank to the eye is no name, and a letter under a heap of marks is a letter', () => {
  for (const blank of ['\u3164', '\u200b\u2060', '\u2800', '\ufe0f']) {
    deepEqual(problems({ ...person, firstName: blank, lastName: blank }), {
      firstName: 'missing',
      lastName: 'missing',
    });
    deepEqual(problems({ ...firm, name: blank, street: blank }), { name: 'missing', street: 'missing' });
  }
  const heap = checkBilling({ ...person, firstName: `b${'\u0301'.repeat(98)}` }).billing;
  equal(heap?.kind === 'person' && heap.firstName, 'b\u0301\u0301');
});

test('billing details of a firm carry the CUI without RO and the register number without spaces', () => {
  deepEqual(checkBilling(firm).billing, {
    kind: 'firm',
    name: 'Mașini Bune S.R.L.',
    cui: '43131360',
    registrationNumber: 'J40/7843/2023',
    vatPayer: false,
    street: 'Bd. Unirii 1',
    city: 'Sector 3',
    county: 'B',
    postalCode: '030119',
    phone: '+40 721 000 111',
  });
  deepEqual(problems({ ...firm, cui: '43131361', name: ' ' }), { name: 'missing', cui: 'wrong' });
});

test('a firm’s CUI is checked by its check digit: a changed digit is noticed', () => {
  for (const right of ['43131360', 'RO43131360', 'ro 14399840', '1590082', '361757', '9010105', '60'])
    equal(isCui(right), true, right);
  for (const wrong of ['', '7', '0', '43131361', '34131360', '43131306', 'RO', '12345678901', '043131360'])
    equal(isCui(wrong), false, wrong);
  for (let index = 1; index < 6; index += 1)
    for (let more = 1; more < 10; more += 1) {
      const digit = (Number('361757'[index]) + more) % 10;
      const changed = `${'361757'.slice(0, index)}${digit}${'361757'.slice(index + 1)}`;
      equal(isCui(changed), false, changed);
    }
});

test('a register number is accepted in both formats in use', () => {
  for (const right of ['J40/7843/2023', 'J2023007843407', 'f08/12/1999', 'C12/1/2001', ' J40 / 7843 / 2023 '])
    equal(isRegistrationNumber(right), true, right);
  for (const wrong of ['40/7843/2023', 'J40/7843', 'J4/7843/2023', 'X40/7843/2023', 'J202300784340'])
    equal(isRegistrationNumber(wrong), false, wrong);
});

test('there are 41 counties and București, which has six sectors instead of localities', () => {
  equal(Object.keys(COUNTIES).length, 42);
  equal(SECTORS.length, 6);
  deepEqual(problems({ ...person, county: 'B' }), { city: 'wrong' });
  deepEqual(problems({ ...person, county: 'B', city: 'Sector 6' }), null);
  deepEqual(problems({ ...person, county: 'XX' }), { county: 'wrong' });
});

test('cedillas become commas, spaces come in order, invisible characters go', () => {
  const { billing } = checkBilling({ ...person, firstName: ' Şte\u202efan ', city: 'Iaşi  Centru' });
  deepEqual([billing?.kind === 'person' && billing.firstName, billing?.city], ['Ștefan', 'Iași Centru']);
});

test('a field that is too long or badly written is named', () => {
  deepEqual(problems({ ...person, street: 'x'.repeat(151) }), { street: 'too-long' });
  deepEqual(problems({ ...person, firstName: 'x'.repeat(101) }), { firstName: 'too-long' });
  deepEqual(problems({ ...person, city: 'x'.repeat(51) }), { city: 'too-long' });
  deepEqual(problems({ ...firm, name: 'x'.repeat(201) }), { name: 'too-long' });
  deepEqual(problems({ ...person, firstName: 'Ion2', street: '-' }), { firstName: 'wrong', street: 'wrong' });
  deepEqual(problems({ ...person, postalCode: '12345', phone: 'sună-mă' }), {
    postalCode: 'wrong',
    phone: 'wrong',
  });
});

test('a firm says whether it is registered for VAT; a form that does not ask means no, and of a person it is not kept', () => {
  const kept = (form: BillingForm) => {
    const { billing } = checkBilling(form);
    return billing?.kind === 'firm' ? billing.vatPayer : billing && 'vatPayer' in billing;
  };
  deepEqual(
    [kept(firm), kept({ ...firm, vatPayer: true }), kept({ ...person, vatPayer: true })],
    [false, true, false],
  );
});

test('what no invoice can be written with is refused, with a sentence that says what to do', () => {
  for (const foreign of ['李 小龙', 'Мария', 'محمد', 'דוד', 'Γιώργος', 'Ana 🇷🇴', 'Nguyễn'])
    deepEqual(
      [
        problems({ ...person, firstName: foreign, lastName: foreign, street: foreign, city: foreign }),
        problems({ ...firm, name: foreign }),
      ],
      [
        {
          firstName: 'unprintable',
          lastName: 'unprintable',
          street: 'unprintable',
          city: 'unprintable',
        },
        { name: 'unprintable' },
      ],
      foreign,
    );
  match(billingSentence('lastName', 'unprintable'), /scrie cu litere latine, ca în buletin\.$/);
  match(billingSentence('name', 'unprintable'), /scrie cu litere latine, ca în actele firmei\.$/);
  for (const name of ['Łukasz', 'Jürgen', 'Øyvind', 'Çelik', 'Zoë', 'Böröczki-Őry', 'Škoda', 'Ĳsbrand'])
    equal(problems({ ...person, firstName: name, lastName: name }), null, name);
});

test('ligatures and wide letters are kept as the letters that they stand for', () => {
  const { billing } = checkBilling({ ...firm, name: 'Oﬃce ﬁne Ｓ.Ｒ.Ｌ.™', street: 'Str. ﬂorilor 1…' });
  deepEqual(
    [billing?.kind === 'firm' && billing.name, billing?.street],
    ['Office fine S.R.L.™', 'Str. florilor 1…'],
  );
});
