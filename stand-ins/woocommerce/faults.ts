import * as z from 'zod';

/** What can be made to go wrong. The first word of each list is how the shop behaves on a good day. */
export const faultsSchema = z.strictObject({
  /**
   * Answer of every call. noise: warnings of PHP stand before the JSON. firewall: a page of a plugin or of what stands in front of the shop;
   * plugin: a plugin closed the interface, and says so in JSON. no-route: WooCommerce is switched off. redirect: the shop moved to `www`; redirect-once: the next call alone says so.
   */
  api: z
    .enum([
      'none',
      'noise',
      '429',
      '429-without-time',
      '502-html',
      '503-maintenance',
      '500-critical',
      'firewall',
      'plugin',
      'no-route',
      'redirect',
      'redirect-once',
      'cut',
    ])
    .default('none'),
  /** Answer of a change. slow-done, done-then-…: it was made all the same; late: it is made `slowSeconds` after the answer. */
  put: z
    .enum([
      'none',
      'slow-done',
      'done-then-502',
      'done-then-reset',
      'late',
      '429-once',
      '502-once',
      '401-once',
    ])
    .default('none'),
  /** How many changes go well before `put` counts. */
  putAfter: z.int().min(0).default(0),
  slowSeconds: z.number().min(0).max(300).default(100),
  /**
   * skipped: a picture that cannot be fetched is left out without a word (R: a filter of WooCommerce). unwritable: the folder of uploads
   * takes no file. renamed: a plugin gives files names of its own (presupus). reverse: a plugin keeps another order (presupus).
   */
  pictures: z.enum(['taken', 'skipped', 'unwritable', 'renamed', 'reverse']).default('taken'),
  /** Pictures that a plugin does not take, by their numbers from 1 since the faults were set (presupus). */
  unwanted: z.array(z.int().positive()).default([]),
  /** What becomes of pictures that were fetched in a change that then fails: versions before 10.0 keep them (R). */
  leftovers: z.enum(['kept', 'removed']).default('kept'),
  /** stripped: the web server passes no Authorization on (R); keys in the query still count. */
  header: z.enum(['kept', 'stripped']).default('kept'),
  /** The scheme that the shop believes to be asked by. Under http keys count nowhere: only signed calls would. */
  scheme: z.enum(['https', 'http']).default('https'),
  /** plain: nothing is at /wp-json; `rest_route` in the query still leads there. */
  permalinks: z.enum(['pretty', 'plain']).default('pretty'),
});
export type Faults = z.infer<typeof faultsSchema>;
