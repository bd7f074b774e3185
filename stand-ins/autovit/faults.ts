import * as z from 'zod';

/** What can be made to go wrong. The first word of each list is how the site behaves on a good day. */
export const faultsSchema = z.strictObject({
  /** Answer of every call to the API; `401`: the token is refused although it has not expired. */
  api: z
    .enum(['none', '429', '429-without-time', '502-html', '403-html', 'cut', '401', '401-once'])
    .default('none'),
  /** Of a change of an advert. slow-done: the answer comes after `slowSeconds` although the change was made, as with the next two. */
  put: z
    .enum(['none', 'slow-done', 'done-then-502', 'done-then-reset', '429-once', '502-once', '401-once'])
    .default('none'),
  slowSeconds: z.number().min(0).max(300).default(100),
  /** Of a collection: its answer is lost although it was made, it has no id, or its last picture is not in the answer. */
  collection: z.enum(['none', 'done-then-502', 'done-then-reset', 'no-id', 'drop-one']).default('none'),
  /** Form of what is said of one picture that failed (presupus: the site's own is not known). */
  itemError: z.enum(['object', 'text', 'list', 'null']).default('object'),
  /** Most milliseconds that the site waits for one picture (presupus). */
  pictureMs: z.number().min(10).max(60_000).default(20_000),
  /** Order in which an advert shows a collection's pictures. */
  order: z.enum(['kept', 'reverse']).default('kept'),
  /** When an advert shows what was changed of its collection: not known (presupus). */
  live: z.enum(['after-put', 'at-once']).default('after-put'),
  /** Whether reading an advert tells its pictures, and how: not known (presupus). */
  photos: z.enum(['map', 'list', 'none']).default('map'),
  /** `listed`: the site takes calls from addresses on a list alone, and this machine is on none. */
  callers: z.enum(['any', 'listed']).default('any'),
  /** Form of a refused field: by `details`, or in a sentence alone. */
  refusal: z.enum(['details', 'message']).default('details'),
  /** State of an advert once it was changed; what it is after `moderationSeconds` (presupus). */
  after: z.enum(['same', 'new-then-active', 'new-then-moderated']).default('same'),
  moderationSeconds: z.number().min(0).max(86_400).default(10),
  /** State of the client pair at the site. */
  client: z.enum(['approved', 'suspended']).default('approved'),
  token: z.enum(['given', '429', '500']).default('given'),
  /** `locked`: no account gets access, and what was given no longer counts (presupus: as with a wrong password). */
  account: z.enum(['open', 'locked']).default('open'),
  /** Form of `expires_in`. */
  seconds: z.enum(['number', 'text']).default('number'),
  /** `read`: the access changes nothing. */
  scope: z.enum(['read write', 'read']).default('read write'),
  /** Language of sentences for people. */
  language: z.enum(['ro', 'pl', 'en']).default('ro'),
});
export type Faults = z.infer<typeof faultsSchema>;
