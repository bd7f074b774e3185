import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApiClient } from './api-client.ts';
import { ADMIN } from './journey.ts';

/** Has an admin give the client's account so many credits. */
export async function giveCredits(client: ApiClient, url: string, delta: number): Promise<void> {
  const admin = new ApiClient(url);
  const [email, password] = [ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD];
  equal((await admin.call('POST', '/api/auth/login', { body: { email, password } })).status, 200);
  const { uid } = (await client.call('GET', '/api/auth/session')).body.user;
  const gift = { delta, days: null, reason: 'Probă', key: randomUUID() };
  equal((await admin.call('POST', `/api/admin/users/${uid}/credits`, { body: gift })).status, 200);
}
