import type { Operator } from '#domain/payments/operator.ts';

/** A seller of whom nothing is entered, for tests that name what they need. */
export const NO_RECORD: Operator = {
  name: '',
  legalForm: 'company',
  cui: '',
  tradeRegister: '',
  street: '',
  city: '',
  county: null,
  postalCode: '',
  capitalLei: null,
  iban: '',
  phone: '',
  email: '',
};
