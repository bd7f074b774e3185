import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from './cards.ts';
import { startBody } from './start-body.ts';

const postalAddress = {
  email: 'ana@fotolot.example',
  phone: '0722000000',
  firstName: 'Ana',
  lastName: 'Pop',
  city: 'Cluj-Napoca',
  country: 642,
  countryName: 'Romania',
  state: 'Cluj',
  postalCode: '400038',
  details: 'Str. Horea 4',
};
const config = {
  emailTemplate: '',
  notifyUrl: 'https://shop.example/ipn',
  redirectUrl: 'https://shop.example/return',
  language: 'ro',
};
const order = {
  ntpID: '',
  posSignature: '1ABC-2DEF-3GHI-4JKL-5MNO',
  dateTime: '2026-11-21T12:00:00.000Z',
  description: 'Starter 10',
  orderID: 'ord_1',
  amount: 50,
  currency: 'RON',
  billing: postalAddress,
};
const payment = { options: { installments: 1, bonus: 0 }, instrument: { type: 'card' }, data: null };

const problem = (changes: { order?: object; config?: object; payment?: object }) =>
  startBody
    .safeParse({
      config: { ...config, ...changes.config },
      payment: { ...payment, ...changes.payment },
      order: { ...order, ...changes.order },
    })
    .error?.issues[0]?.path.join('.');

test('the simulator takes what the provider documents', () => {
  equal(problem({}), undefined);
  equal(problem({ order: { amount: 0.1 } }), undefined);
  equal(problem({ payment: { instrument: null } }), undefined);
});

test('the simulator refuses the mistakes people make: lei as a text, too many decimals, a country by name, a time without zone', () => {
  equal(problem({ order: { amount: '50.00' } }), 'order.amount');
  equal(problem({ order: { amount: 50.001 } }), 'order.amount');
  equal(problem({ order: { amount: 100_001 } }), 'order.amount');
  equal(problem({ order: { billing: { ...postalAddress, country: 'RO' } } }), 'order.billing.country');
  equal(problem({ order: { billing: { ...postalAddress, email: 'ana' } } }), 'order.billing.email');
  equal(problem({ order: { dateTime: '2026-11-21 12:00' } }), 'order.dateTime');
  equal(problem({ order: { orderID: '' } }), 'order.orderID');
  equal(problem({ config: { notifyUrl: undefined } }), 'config.notifyUrl');
  equal(problem({ config: { redirectUrl: 'javascript:alert(1)' } }), 'config.redirectUrl');
  equal(problem({ payment: { data: { MOBILE: false } } }), 'payment.data.MOBILE');
});

test('a good test card is good with its code and while it lasts', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const code = (changes: object) =>
    judge({ number: '9900 0048 1022 5098', expiry: '11/26', cvv: '111', ...changes }, now).outcome.code;
  equal(code({}), '00');
  equal(code({ expiry: '10/26' }), '19');
  equal(code({ expiry: 'never' }), '19');
  equal(code({ cvv: '112' }), '21');
  equal(code({ number: '4111111111111111' }), '17');
});
