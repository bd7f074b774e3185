import * as z from 'zod';

/** What can be made to go wrong. The first word of each list is how the portal behaves on a good day. */
export const faultsSchema = z.strictObject({
  /** Answer of every call to the API; `401`: the token is refused although it has not expired. */
  api: z
    .enum(['none', '429', '429-without-time', '502-html', '403-cloudfront', 'cut', '401', '401-once'])
    .default('none'),
  /** slow-done: the answer comes after `slowSeconds` although the change was made; `done-then-502`, `done-then-reset`: it was made, too. */
  put: z
    .enum(['none', 'slow-done', 'done-then-502', 'done-then-reset', '429-once', '502-once'])
    .default('none'),
  slowSeconds: z.number().min(0).max(300).default(100),
  /** drop-one, reverse: the answer is 200 all the same. */
  pictures: z.enum(['kept', 'drop-one', 'reverse']).default('kept'),
  /** What the portal does with addresses of its own in a change; whether it takes them is not known (presupus). */
  ownAddresses: z.enum(['accept', 'refuse']).default('accept'),
  /** The portal asks by HEAD before it fetches a picture (presupus). */
  head: z.enum(['no', 'first']).default('no'),
  /** State of an advert once it was changed; what it is after `moderationSeconds` (presupus). */
  after: z.enum(['same', 'new-then-active', 'new-then-moderated']).default('same'),
  moderationSeconds: z.number().min(0).max(86_400).default(10),
  /** Whether the partner may send `external_url`. */
  externalUrl: z.enum(['allowed', 'refused']).default('allowed'),
  /** State of the application at the portal. */
  application: z.enum(['approved', 'waiting', 'suspended']).default('approved'),
  refresh: z.enum(['rotates', 'same-token', 'invalid_grant', 'invalid_client', '500']).default('rotates'),
  /** Form of `expires_in`. */
  seconds: z.enum(['number', 'text']).default('number'),
  /** Language of sentences in errors. */
  language: z.enum(['en', 'ro', 'pl']).default('en'),
  /** The scope that a seller really gives. */
  scope: z.enum(['v2 read write', 'v2 read']).default('v2 read write'),
});
export type Faults = z.infer<typeof faultsSchema>;
