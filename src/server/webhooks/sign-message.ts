import { createHmac, randomBytes } from 'node:crypto';
import type { App } from '#server/app.ts';
import { openText, sealText } from '#server/http/security/sealing.ts';

/** Standard Webhooks: the name of the form, and the bytes behind it in base64. */
const FORM = 'whsec_';
const SECRET_BYTES = 32;

type Deps = Pick<App, 'keyedHash'>;
const buildSeal = (row: string) => ({ purpose: 'webhook-secrets', info: 'secrets of webhooks', row });

export function createSecret(): string {
  return FORM + randomBytes(SECRET_BYTES).toString('base64');
}

export function sealSecret(app: Deps, webhookId: string, secret: string): string {
  return sealText(app, buildSeal(webhookId), secret);
}

/** Returns null for what cannot be opened: another installation's secret, or damage. */
export function openSecret(app: Deps, webhookId: string, sealed: string): string | null {
  return openText(app, buildSeal(webhookId), sealed);
}

interface Message {
  readonly id: string;
  readonly body: string;
  readonly at: Date;
}

/** Returns the headers of a message as Standard Webhooks has them: its id, the time of this try, and the signature of both and the body. */
export function signMessage(secret: string, { id, body, at }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(FORM.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
