import * as z from 'zod';

const postalAddress = z.looseObject({
  email: z.email(),
  phone: z.string().optional(),
  firstName: z.string().min(1),
  lastName: z.string().min(1),
  city: z.string().min(1),
  /** ISO 3166-1 numeric. */
  country: z.int().min(1).max(999),
  countryName: z.string().min(1),
  state: z.string(),
  postalCode: z.string(),
  details: z.string(),
});
const amount = z
  .number()
  .min(0)
  .max(100_000)
  .refine((value) => Math.round(value * 100) / 100 === value, 'at most two decimals');

/** POST /payment/card/start, as the provider documents it. */
export const startBody = z.looseObject({
  config: z.looseObject({
    emailTemplate: z.string().optional(),
    notifyUrl: z.url({ protocol: /^https?$/ }),
    redirectUrl: z.url({ protocol: /^https?$/ }),
    cancelUrl: z.url({ protocol: /^https?$/ }).optional(),
    language: z.string().length(2),
  }),
  payment: z.looseObject({
    options: z.looseObject({ installments: z.int().min(0), bonus: z.int().min(0).optional() }),
    instrument: z.looseObject({ type: z.string(), account: z.string().optional() }).nullish(),
    data: z.record(z.string(), z.string()).nullish(),
  }),
  order: z.looseObject({
    ntpID: z.string().nullish(),
    posSignature: z.string().max(64),
    dateTime: z.iso.datetime({ offset: true }),
    description: z.string().min(1),
    orderID: z.string().min(1).max(64),
    amount,
    currency: z.string().length(3),
    billing: postalAddress,
    shipping: postalAddress.optional(),
    products: z
      .array(z.looseObject({ name: z.string().min(1), price: z.number().positive(), vat: z.number() }))
      .optional(),
    data: z.record(z.string(), z.string()).nullish(),
  }),
});
export type StartBody = z.infer<typeof startBody>;
