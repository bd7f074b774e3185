import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { instant, nothing } from '#contract/wire.ts';
import { LONGEST_WEBHOOK_URL, LOT_EVENTS, WEBHOOK_EVENTS, WEBHOOK_STATES } from '#domain/users/webhooks.ts';

const webhookId = z.string().check(z.regex(/^whk_[a-z0-9]{20,32}$/));
const deliveryId = z.string().check(z.regex(/^msg_[a-z0-9]{20,32}$/));

const delivery = z.object({
  id: deliveryId,
  event: z.enum(WEBHOOK_EVENTS),
  state: z.enum(['waiting', 'arrived', 'given-up']),
  tries: z.int(),
  /** Of the last answer; null: there was none. */
  status: z.nullable(z.int()),
  createdAt: instant,
  /** End of the last try. */
  triedAt: z.nullable(instant),
  /** The next try; null: there is none. */
  dueAt: z.nullable(instant),
});
export type Delivery = z.infer<typeof delivery>;

export const webhook = z.object({
  id: webhookId,
  url: z.string(),
  events: z.array(z.enum(LOT_EVENTS)),
  state: z.enum(WEBHOOK_STATES),
  createdAt: instant,
  /** The newest fifty messages of thirty days. */
  deliveries: z.array(delivery),
});
export type Webhook = z.infer<typeof webhook>;

export const oneWebhook = z.object({ webhookId });

export const newWebhook = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(LONGEST_WEBHOOK_URL)),
  events: z.array(z.enum(LOT_EVENTS)).check(z.minLength(1), z.maxLength(LOT_EVENTS.length)),
});
export type NewWebhook = z.infer<typeof newWebhook>;

export const listWebhooks = defineRoute({
  method: 'GET',
  path: '/api/webhooks',
  access: 'user',
  summary: 'Own webhooks with their newest messages, and whether the plan in force lets them work',
  out: z.object({ webhooks: z.array(webhook), areAwake: z.boolean() }),
});
export type Webhooks = z.infer<(typeof listWebhooks)['out']>;

export const makeWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks',
  access: 'user',
  proof: true,
  edits: true,
  event: 'webhook-made',
  summary: 'A new webhook, whose secret is told this once; needs a plan with keys and a fresh proof',
  body: newWebhook,
  /** `secret`: what signs its messages. */
  out: z.object({ secret: z.string(), webhook }),
});

export const endWebhook = defineRoute({
  method: 'DELETE',
  path: '/api/webhooks/{webhookId}',
  access: 'user',
  event: 'webhook-ended',
  summary: 'Removes a webhook with its messages',
  params: oneWebhook,
  out: nothing,
});

export const testWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks/{webhookId}/test',
  access: 'user',
  edits: true,
  summary: 'Sends a message for trying, once',
  params: oneWebhook,
  out: nothing,
});

export const replayDelivery = defineRoute({
  method: 'POST',
  path: '/api/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  access: 'user',
  edits: true,
  summary: 'Sends a message again, under its own id',
  params: z.object({ webhookId, deliveryId }),
  out: nothing,
});
