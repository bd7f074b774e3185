import * as z from 'zod';

/** Faults that can be switched on. The first of each list is how the provider behaves on a good day. */
export const faultsSchema = z.strictObject({
  /** timeout, reset: after the order was accepted; 3ds-form: a customerAction instead of a page; get-form: one that is wanted by GET. */
  start: z
    .enum([
      'none',
      '500',
      '429',
      'html',
      'redirect',
      'timeout',
      'reset',
      'no-url',
      'foreign-url',
      '3ds-form',
      'get-form',
    ])
    .default('none'),
  status: z
    .enum(['none', '500', '500-once', 'html', 'timeout', 'reset', 'missing-payment', 'other-order'])
    .default('none'),
  /** not-credited: the answer says approved and nothing is given back; timeout and reset happen after the money went back. */
  credit: z.enum(['none', '500', 'html', 'timeout', 'reset', 'not-credited', 'refused']).default('none'),
  /** late waits for lateSeconds or for POST /__sim/deliver; reordered holds one back until the next has gone. */
  notification: z
    .enum(['before-return', 'late', 'lost', 'duplicate', 'reordered', '3-then-5'])
    .default('before-return'),
  lateSeconds: z.number().min(0).max(86_400).default(60),
  token: z
    .enum([
      'good',
      'audience-text',
      'audience-second',
      'millisecond-times',
      'missing',
      'unknown-key',
      'hs512-with-public-key',
      'none',
      'rs256',
      'other-audience',
      'other-issuer',
      'other-body',
      'expired',
    ])
    .default('good'),
  /** tampered: the body is changed after it was signed. */
  body: z.enum(['json', 'text-plain', 'tampered']).default('json'),
  amount: z.enum(['right', 'wrong']).default('right'),
  currency: z.enum(['right', 'EUR']).default('right'),
});
export type Faults = z.infer<typeof faultsSchema>;
