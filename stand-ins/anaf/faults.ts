import * as z from 'zod';

const limits = z.strictObject({
  /** All methods together. */
  callsAMinute: z.int().min(1).default(1000),
  statesADay: z.int().min(1).default(100),
  downloadsADay: z.int().min(1).default(10),
  plainListsADay: z.int().min(1).default(1500),
  pagedListsADay: z.int().min(1).default(100_000),
  buyerMessagesADay: z.int().min(1).default(1000),
});

/** What can be made to go wrong. The first word of each list is how the office behaves on a good day. */
export const faultsSchema = z.strictObject({
  /**
   * Answer of every method of the invoices: `401` refuses a token that has not expired, `403` is that of a token without the service,
   * waf-html is the firewall's page with status 200. Which bodies they have is presupus but for the firewall's.
   */
  api: z
    .enum(['none', '401', '403', '429', '429-with-time', '500', '502-html', 'waf-html', 'reset'])
    .default('none'),
  /**
   * timeout-after, reset-after: the document was taken, its answer never comes. The same `-before`: it was not taken. technical-1814:
   * refused with „A aparut o eroare tehnica. Cod: 1814”, and not taken.
   */
  upload: z
    .enum([
      'none',
      '500',
      'waf-html',
      'timeout-after',
      'timeout-before',
      'reset-after',
      'reset-before',
      'technical-1814',
      'no-rights',
      '429',
      '401',
      'slow',
    ])
    .default('none'),
  /**
   * slow:N, a document is processed at its Nth question and not by time; nok:WORDS, documents that are processed now are refused with
   * those words; technical and limit answer without `stare`; xml-errors is „XML cu erori nepreluat de sistem”.
   */
  state: z
    .string()
    .regex(/^(none|slow:\d+|nok:.+|technical|limit|xml-errors|500|waf-html)$/u)
    .default('none'),
  /** limit has the two braces at the end that its documentation has, limit-json is well-formed; truncated ends in the middle of the ZIP. */
  download: z
    .enum(['none', 'limit', 'limit-json', 'expired', 'html', 'truncated', 'plain-expired', '500'])
    .default('none'),
  /** late:N, entries come N minutes after the document was processed; clock-behind[:N], the lists' clock is N (120) seconds late. */
  lists: z
    .string()
    .regex(/^(none|late:\d+|clock-behind(:\d+)?|limit|html|500)$/u)
    .default('none'),
  /** lost-answer: the tokens were rotated and the connection is reset; slow: the answer comes after `slowSeconds`. */
  token: z.enum(['none', 'invalid_grant', 'lost-answer', 'slow', '500', 'html']).default('none'),
  /** What the callback carries as `state`: the guide says that it stays empty. */
  callback: z.enum(['state', 'without-state', 'foreign-state']).default('state'),
  /** Whether a refresh token that was used once works again: the guide says „Ambele pot fi reutilizate” (presupus: it does not). */
  usedRefresh: z.enum(['dead', 'reusable']).default('dead'),
  /** Keys of a list's entries: those of the swagger, or with `cif_emitent` and `cif_beneficiar`, which the presentation names. */
  entries: z.enum(['swagger', 'with-parties']).default('swagger'),
  /** 429-with-time asks for 7 seconds; limit is a refusal of too many requests with status 200 (presupus). */
  registry: z
    .enum(['none', 'slow', 'html', '500', 'cut', 'reset', '404-not-found', '429', '429-with-time', 'limit'])
    .default('none'),
  /** Form of `perioade_TVA`: the document's, or the list that clients tell of. */
  periods: z.enum(['object', 'list']).default('object'),
  slowSeconds: z.number().min(0).max(300).default(100),
  /** How many answers are touched by the faults of `api`, `upload`, `download`, `token` and `registry`; null: all. */
  times: z.int().min(1).nullable().default(null),
  limits: limits.prefault({}),
});
export type Faults = z.infer<typeof faultsSchema>;

type Countable = 'api' | 'upload' | 'download' | 'token' | 'registry';

/** Returns the word of a fault, and counts it as used. */
export function takeFault<K extends Countable>(holder: { faults: Faults }, kind: K): Faults[K] {
  const { faults } = holder;
  const word = faults[kind];
  if (word === 'none' || faults.times === null) return word;
  const left = faults.times - 1;
  holder.faults = left > 0 ? { ...faults, times: left } : { ...faults, [kind]: 'none', times: null };
  return word;
}

/** Returns the number after the word, or null when another word stands there. */
export function readNumberedFault(fault: string, word: string, otherwise: number): number | null {
  if (fault === word) return otherwise;
  return fault.startsWith(`${word}:`) ? Number(fault.slice(word.length + 1)) : null;
}
