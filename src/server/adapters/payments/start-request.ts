import { toLei } from '#domain/payments/amount.ts';
import type { PayerDetails, PaymentOrder } from './port.ts';

const ROMANIA = 642;
const LARGEST_BANI = 10_000_000;

/** The body of POST /payment/card/start for the hosted page: no card data ever passes through us. Amounts are lei, country a number. */
export function startRequest(order: PaymentOrder, posSignature: string, now: Date): object {
  const { orderId, amountBani } = order;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(orderId)) throw new RangeError('not an order id of the provider');
  if (!(amountBani > 0 && amountBani <= LARGEST_BANI))
    throw new RangeError(`${amountBani} cannot be charged`);
  const amount = toLei(amountBani);
  const billing = postalAddress(order.billing);
  return {
    config: {
      emailTemplate: '',
      notifyUrl: order.notifyUrl,
      redirectUrl: order.returnUrl,
      cancelUrl: order.returnUrl,
      language: 'ro',
    },
    payment: {
      options: { installments: 1, bonus: 0 },
      instrument: { type: 'card' },
      data: browserData(order.browser),
    },
    order: {
      ntpID: '',
      posSignature,
      dateTime: now.toISOString(),
      description: order.description.slice(0, 200),
      orderID: orderId,
      amount,
      currency: 'RON',
      billing,
      shipping: billing,
      products: [
        {
          name: order.product.name,
          code: order.product.code,
          category: 'Fotolot',
          price: amount,
          vat: order.product.vatPercent,
        },
      ],
    },
  };
}

function postalAddress(billing: PayerDetails): object {
  return {
    email: billing.email,
    phone: billing.phone,
    firstName: billing.firstName,
    lastName: billing.lastName,
    city: billing.city,
    country: ROMANIA,
    countryName: 'Romania',
    state: billing.county,
    postalCode: billing.postalCode,
    details: billing.street,
  };
}

/** Every value a text; what is not known is left out. */
function browserData({ ip, userAgent, language }: PaymentOrder['browser']): object {
  const known = Object.entries({
    IP_ADDRESS: ip,
    BROWSER_USER_AGENT: userAgent.slice(0, 500),
    BROWSER_LANGUAGE: language,
  }).filter(([, value]) => value);
  return Object.fromEntries(known);
}
