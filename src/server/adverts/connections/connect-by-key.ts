import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import type { KeySiteName } from '#domain/adverts/sites.ts';
import { AppError } from '#domain/errors.ts';
import { linkSeller } from '#server/adverts/connections/link-seller.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';

/** A shop's address is the person’s word: trying many of them looks for what answers there. */
const PER_PERSON = { hits: 10, seconds: 3600 };
const PER_IP = { hits: 20, seconds: 3600 };
/** Keys of one address are guessed no faster, from all people together. */
const PER_SHOP = { hits: 30, seconds: 3600 };

interface Asker {
  readonly user: User;
  readonly visitor: Visitor;
}

interface Typed {
  readonly site: KeySiteName;
  readonly address: string;
  readonly key: string;
  readonly secret: string;
}

/**
 * Links a shop by its address and key. Anything wrong is an outcome, which says alike of all that does not answer as a shop. Throws
 * http/not-found where the operator offers none, http/too-many-requests.
 */
export async function connectByKey(
  app: App,
  { user, visitor }: Asker,
  { site: name, ...typed }: Typed,
): Promise<{ outcome: ConnectionOutcome }> {
  const site = app.adverts[name];
  if (site === null) throw new AppError('http/not-found');
  const code = 'http/too-many-requests';
  await consumeRateLimit(app, `adverts:key:${user.id}`, { limit: PER_PERSON, code });
  await consumeIpRateLimit(app, { name: 'adverts:key', ip: visitor.ip }, { limit: PER_IP, code });
  const shop = app.keyedHash('limit', `${name} ${nameHost(typed.address)}`);
  await consumeRateLimit(app, `adverts:key:shop:${shop}`, { limit: PER_SHOP, code });
  const address = typed.address.trim();
  const [key, secret] = [typed.key.trim(), typed.secret.trim()];
  const getGrant = () => site.connectShop({ address, key, secret });
  return { outcome: await linkSeller(app, { userId: user.id, name, site, getGrant, refused: 'wrong' }) };
}

/** Returns the shop's name in the net: one shop, however its address is written. */
function nameHost(address: string): string {
  const text = address.trim().toLowerCase();
  const url = URL.parse(/^https?:\/\//u.test(text) ? text : `https://${text}`);
  return url === null ? text : url.hostname.replace(/^www\./u, '').replace(/\.$/u, '');
}
