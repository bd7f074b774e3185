/** What programs are told: how a lot ended. A lot that its owner cancelled says nothing. */
export const WEBHOOK_TYPES = ['lot.finished', 'lot.failed'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export const MOST_WEBHOOKS = 5;
export const LONGEST_WEBHOOK_URL = 500;
/** Days that messages are kept. */
export const DELIVERY_DAYS = 30;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds before each further try; after the last one a message is given up. */
const PAUSES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];

/** Returns the seconds before the next try, after so many; null: it is given up. */
export function pauseAfter(tries: number): number | null {
  return PAUSES[tries - 1] ?? null;
}

/** Returns what is told of a run that ended so; null: nothing. */
export function typeOfEnd(state: string): WebhookType | null {
  if (state === 'done' || state === 'partial') return 'lot.finished';
  return state === 'failed' ? 'lot.failed' : null;
}
