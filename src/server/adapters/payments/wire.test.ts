import { deepEqual, equal, notEqual, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseParts, toPaymentReading } from './answers.ts';
import type { PaymentOrder } from './port.ts';
import { startRequest } from './start-request.ts';
import { customerAction, formTargets, paymentPage } from './trusted-urls.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ORDER: PaymentOrder = {
  orderId: 'ord_9f2c',
  amountBani: 14_990,
  description: 'Plan Pro, 30 de zile',
  product: { name: 'Plan Pro', code: 'pro', vatPercent: 21 },
  billing: {
    email: 'ana@fotolot.example',
    phone: '0722000000',
    firstName: 'Ana',
    lastName: 'Pop',
    county: 'Cluj',
    city: 'Cluj-Napoca',
    street: 'Str. Horea 4',
    postalCode: '400038',
  },
  browser: { ip: '203.0.113.7', userAgent: 'Firefox', language: '' },
  notifyUrl: 'https://fotolot.example/api/payments/netopia/ipn/x',
  returnUrl: 'https://fotolot.example/api/payments/netopia/return/ord_9f2c?a=1&b=2',
};

describe('the body of a start', () => {
  it('is the documented one, to the letter', () => {
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
    deepEqual(startRequest(ORDER, '1ABC-2DEF-3GHI-4JKL-5MNO', NOW), {
      config: {
        emailTemplate: '',
        notifyUrl: ORDER.notifyUrl,
        redirectUrl: ORDER.returnUrl,
        cancelUrl: ORDER.returnUrl,
        language: 'ro',
      },
      payment: {
        options: { installments: 1, bonus: 0 },
        instrument: { type: 'card' },
        data: { IP_ADDRESS: '203.0.113.7', BROWSER_USER_AGENT: 'Firefox' },
      },
      order: {
        ntpID: '',
        posSignature: '1ABC-2DEF-3GHI-4JKL-5MNO',
        dateTime: '2026-11-21T12:00:00.000Z',
        description: 'Plan Pro, 30 de zile',
        orderID: 'ord_9f2c',
        amount: 149.9,
        currency: 'RON',
        billing: postalAddress,
        shipping: postalAddress,
        products: [{ name: 'Plan Pro', code: 'pro', category: 'Fotolot', price: 149.9, vat: 21 }],
      },
    });
  });

  it('is not made for an amount or an order id the provider cannot take', () => {
    for (const amountBani of [0, -5, 0.5, 10_000_001, Number.NaN])
      throws(() => startRequest({ ...ORDER, amountBani }, 'POS', NOW), RangeError);
    for (const orderId of ['', 'a b', 'ă', 'x'.repeat(65)])
      throws(() => startRequest({ ...ORDER, orderId }, 'POS', NOW), RangeError);
  });
});

describe('the provider’s responses', () => {
  it('are read whether numbers come as numbers or as texts, but never a status or an amount as text', () => {
    const { ntpId, providerCode, declineReason, amountBani } = toPaymentReading(
      parseParts({
        payment: { ntpID: 1234567, status: 12, amount: 0.1, currency: 'RON' },
        error: { code: 20 },
      }),
    );
    deepEqual([ntpId, providerCode, declineReason, amountBani], ['1234567', '20', 'insufficient-funds', 10]);
    const { state, amountBani: none } = toPaymentReading(
      parseParts({ payment: { status: '3', amount: '50.00' } }),
    );
    deepEqual([state, none], ['unknown', null]);
  });

  it('that are nothing are read as nothing', () => {
    for (const odd of [null, [], 'x', 7, {}, { payment: [], error: 'x', order: 7, customerAction: '' }])
      equal(toPaymentReading(parseParts(odd)).state, 'unknown');
  });
});

const LIVE = { mode: 'live', baseUrl: new URL('https://secure.mobilpay.ro/pay') } as const;
const SIMULATOR = { mode: 'simulator', baseUrl: new URL('http://127.0.0.1:4000') } as const;

describe('the browser is sent', () => {
  it('to the provider’s own hosts over https and nowhere else', () => {
    const good = 'https://secure-sandbox.netopia-payments.com/ui/card?p=abc';
    equal(paymentPage(good, LIVE), good);
    equal(
      paymentPage('https://secure.mobilpay.ro/ui/card?p=abc', LIVE),
      'https://secure.mobilpay.ro/ui/card?p=abc',
    );
    for (const bad of [
      'http://secure.mobilpay.ro/',
      'https://mobilpay.ro.example/',
      'https://evilmobilpay.ro/',
      'https://a:b@secure.mobilpay.ro/',
      'https://secure.mobilpay.ro:8443/',
      'https://netopia-payments.com@evil.example/',
      'javascript:alert(1)',
      'http://127.0.0.1:4000/ui/card',
      '',
      null,
    ])
      equal(paymentPage(bad, LIVE), null, String(bad));
  });

  it('to the simulator only when payments are simulated, and then only there', () => {
    equal(paymentPage('http://127.0.0.1:4000/ui/card?p=1', SIMULATOR), 'http://127.0.0.1:4000/ui/card?p=1');
    equal(paymentPage('https://secure.mobilpay.ro/', SIMULATOR), null);
    equal(paymentPage('http://127.0.0.1:4001/', SIMULATOR), null);
  });

  it('by form to https hosts only, and to the simulator alone when payments are simulated', () => {
    deepEqual(formTargets(LIVE), ['https:']);
    deepEqual(formTargets(SIMULATOR), ['http://127.0.0.1:4000']);
  });

  it('by form to the bank’s https page with the parameters as they came; an empty action is none', () => {
    const action = {
      type: 'Authentication3D',
      url: 'https://acs.bank.example/3ds',
      authenticationToken: 't',
    };
    deepEqual(customerAction({ ...action, formData: { paReq: 'x', n: 7, odd: {} } }, LIVE), {
      paymentUrl: null,
      customerAction: {
        url: 'https://acs.bank.example/3ds',
        method: 'POST',
        parameters: { paReq: 'x', n: '7' },
      },
    });
    for (const url of ['http://acs.bank.example/', 'javascript:alert(1)', 'data:text/html,x', 'x', ''])
      equal(
        customerAction(parseParts({ customerAction: { ...action, url } }).customerAction, LIVE),
        null,
        url,
      );
    equal(customerAction(parseParts({ customerAction: {} }).customerAction, LIVE), null);
    const own = parseParts({
      customerAction: { url: 'http://127.0.0.1:4000/sandbox/authorize' },
    }).customerAction;
    equal(customerAction(own, LIVE), null);
    equal(customerAction(own, SIMULATOR)?.customerAction?.method, 'POST');
  });

  it('to an address with the parameters in its query where the action is wanted by GET', () => {
    const customerActionOf = (url: string) =>
      parseParts({ customerAction: { type: 'bnpl.paypo', url, formData: { ref: 'a&b=ș', n: 7 } } })
        .customerAction;
    deepEqual(customerAction(customerActionOf('https://paypo.example/pay?shop=1'), LIVE), {
      paymentUrl: 'https://paypo.example/pay?shop=1&ref=a%26b%3D%C8%99&n=7',
      customerAction: null,
    });
    equal(customerAction(customerActionOf('http://paypo.example/'), LIVE), null);
  });

  it('by an action, form or address, only to the simulator when payments are simulated', () => {
    for (const type of ['Authentication3D', 'bnpl.paypo']) {
      const leads = (url: string) =>
        customerAction(parseParts({ customerAction: { type, url } }).customerAction, SIMULATOR);
      equal(leads('https://paypo.example/pay'), null, type);
      equal(leads('http://127.0.0.1:4001/pay'), null, type);
      notEqual(leads('http://127.0.0.1:4000/pay'), null, type);
    }
  });
});
