/** What a webhook may be told: how a lot ended. A lot that its owner cancelled says nothing. */
export const LOT_EVENTS = ['lot.done', 'lot.failed'] as const;
export type LotEvent = (typeof LOT_EVENTS)[number];

/** Sent when the owner asks for one, whatever the webhook is told else. */
export const TEST_EVENT = 'webhook.test';
export const WEBHOOK_EVENTS = [...LOT_EVENTS, TEST_EVENT] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The status by which a program says that it wants no more messages. */
export const GONE = 410;
/** `off`: all tries of a message failed; `gone`: its program said so. A message that arrives switches it on. */
export const WEBHOOK_STATES = ['on', 'off', 'gone'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** `live`: https into the internet alone; `local`: http to this machine, too, for trying. */
export type WebhookMode = 'live' | 'local';

export const MOST_WEBHOOKS = 5;
export const LONGEST_WEBHOOK_URL = 500;
/** Days that messages are kept. */
export const DELIVERY_DAYS = 30;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds before each further try; after the last one a message is given up. */
const PAUSES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
export const MOST_TRIES = PAUSES.length + 1;
/** The pauses in words. */
export const PAUSE_WORDS = '5 secunde, 5 și 30 de minute, 2, 5, 10, 14, 20 și 24 de ore';

/** Returns the seconds before the next try, after so many; null: it is given up. One that was asked for as a test is tried once. */
export function pauseAfter(event: WebhookEvent, tries: number): number | null {
  return event === TEST_EVENT ? null : (PAUSES[tries - 1] ?? null);
}

/** Returns what is told of a run that ended so; null: nothing. */
export function eventOfEnd(state: string): LotEvent | null {
  if (state === 'done' || state === 'partial') return 'lot.done';
  return state === 'failed' ? 'lot.failed' : null;
}
