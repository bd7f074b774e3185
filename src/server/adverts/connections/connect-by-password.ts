import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import type { PasswordSiteName } from '#domain/adverts/sites.ts';
import { AppError } from '#domain/errors.ts';
import { linkSeller } from '#server/adverts/connections/link-seller.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';

/** A password is guessed no faster here than at the site itself. */
const PER_PERSON = { hits: 5, seconds: 900 };
const PER_IP = { hits: 10, seconds: 900 };
/** From all people and addresses together. */
const PER_ACCOUNT = { hits: 20, seconds: 3600 };

interface Asker {
  readonly user: User;
  readonly visitor: Visitor;
}

interface Typed {
  readonly site: PasswordSiteName;
  readonly email: string;
  readonly password: string;
}

/**
 * Links an account by its password, which goes to the site once and is kept nowhere. Anything wrong is an outcome. Throws http/not-found
 * where the operator has no such site, http/too-many-requests.
 */
export async function connectByPassword(
  app: App,
  { user, visitor }: Asker,
  { site: name, email, password }: Typed,
): Promise<{ outcome: ConnectionOutcome }> {
  const site = app.adverts[name];
  if (site === null) throw new AppError('http/not-found');
  const code = 'http/too-many-requests';
  await consumeRateLimit(app, `adverts:password:${user.id}`, { limit: PER_PERSON, code });
  await consumeIpRateLimit(app, { name: 'adverts:password', ip: visitor.ip }, { limit: PER_IP, code });
  const account = app.keyedHash('limit', `${name} ${email.trim().toLowerCase()}`);
  await consumeRateLimit(app, `adverts:password:account:${account}`, { limit: PER_ACCOUNT, code });
  const getGrant = () => site.exchangePassword({ email, password });
  return { outcome: await linkSeller(app, { userId: user.id, name, site, getGrant, refused: 'wrong' }) };
}
