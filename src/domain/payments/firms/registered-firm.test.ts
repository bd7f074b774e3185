import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { firmLimitSentence, firmSentence } from '#domain/language/billing-sentences.ts';
import { changeCui, fillBilling, type RegisteredFirm } from './registered-firm.ts';

const address = { street: 'Str. Horea nr. 4', city: 'Cluj-Napoca', county: 'CJ', postalCode: '' } as const;
const firm: RegisteredFirm = {
  cui: '14399840',
  name: 'PROBĂ SRL',
  registrationNumber: 'J12/1/2018',
  paysVat: true,
  standing: 'active',
  address,
};

test('a firm of the registry fills name, number, tax and the whole address, and leaves the telephone', () => {
  const filled = { name: 'PROBĂ SRL', registrationNumber: 'J12/1/2018', vatPayer: true };
  deepEqual(fillBilling(firm), { ...filled, ...address });
  deepEqual(fillBilling({ ...firm, address: null }), filled);
  deepEqual(fillBilling({ ...firm, paysVat: false }), { ...filled, vatPayer: false, ...address });
});

test('a firm that was struck off fills nothing, an inactive one what is known of it', () => {
  deepEqual(fillBilling({ ...firm, standing: 'erased' }), {});
  deepEqual(fillBilling({ ...firm, standing: 'inactive' }), fillBilling(firm));
});

test('another CUI empties what the registry filled in and the person left as it came, and nothing else', () => {
  const typed = {
    kind: 'firm',
    firstName: '',
    lastName: '',
    phone: '0722000000',
    cui: 'RO 14399840',
  } as const;
  const form = {
    ...typed,
    name: '',
    registrationNumber: '',
    ...address,
    ...fillBilling(firm),
    street: 'Str. Mea 7',
  };
  deepEqual(changeCui(form, '1439984', firm), {
    cui: '1439984',
    name: '',
    registrationNumber: '',
    vatPayer: false,
    city: '',
    county: '',
    postalCode: '',
  });
  deepEqual(changeCui(form, 'ro14399840', firm), { cui: 'ro14399840' });
  deepEqual(changeCui(form, '43131360', null), { cui: '43131360' });
});

test('people who asked too often are told how long to wait', () => {
  match(firmLimitSentence(7), /: încearcă peste 7 secunde sau completează/);
  match(firmLimitSentence(1), /peste 1 secundă|peste o secundă/);
  match(firmLimitSentence(1790), /peste 30 de minute/);
});

test('people are told what was found, whether it pays VAT, and what is odd about it', () => {
  const say = (changes: Partial<RegisteredFirm>) =>
    firmSentence({ outcome: 'found', firm: { ...firm, ...changes } });
  match(say({}), /^Date preluate: PROBĂ SRL, plătitor de TVA: da\. Verifică-le/);
  match(say({ paysVat: false }), /plătitor de TVA: nu\./);
  match(say({ standing: 'inactive' }), /^Date preluate: .* Firma figurează ca inactivă la ANAF\.$/);
  equal(say({ standing: 'erased' }), 'PROBĂ SRL este radiată din registru. Verifică CUI-ul.');
  match(firmSentence({ outcome: 'not-found', firm: null }), /nu are o firmă cu acest CUI/);
  match(firmSentence({ outcome: 'away', firm: null }), /nu răspunde acum\. Completează datele mai jos/);
});
