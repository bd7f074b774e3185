import { Refusal } from './replies.ts';
import type { Key, Shop } from './shop.ts';

interface Given {
  readonly key: string;
  readonly secret: string;
  readonly where: 'header' | 'query' | 'none';
}

/** Returns the key of a call. The query is looked at first, as the shop does. */
export function readKey(query: URLSearchParams, authorization: string | undefined): Given {
  const [key, secret] = [query.get('consumer_key') ?? '', query.get('consumer_secret') ?? ''];
  if (key !== '' && secret !== '') return { key, secret, where: 'query' };
  const [, encoded] = /^Basic ([\w+/=]+)$/iu.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return { key: '', secret: '', where: 'none' };
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  return { key: user, secret: rest.join(':'), where: 'header' };
}

/** Returns whose call it is; null: no key that counts was given. Throws the shop's refusals. */
export function findKey(
  { keys, faults }: Shop,
  { query, authorization }: { query: URLSearchParams; authorization: string | undefined },
): Key | null {
  if (faults.scheme === 'http') return null;
  const { key, secret } = readKey(query, faults.header === 'stripped' ? undefined : authorization);
  const known = keys.find((each) => each.key === key);
  if (known === undefined) return null;
  if (known.secret !== secret) throw refuseKey('Consumer secret is invalid.');
  return known;
}

/** Throws where a key was made for less than the call. */
export function refusePermission({ permissions }: Key, isChange: boolean): void {
  if (isChange && permissions === 'read')
    throw refuseKey('The API key provided does not have write permissions.');
  if (!isChange && permissions === 'write')
    throw refuseKey('The API key provided does not have read permissions.');
}

export function refuseKey(message: string): Refusal {
  return new Refusal({ status: 401, code: 'woocommerce_rest_authentication_error' }, message);
}
