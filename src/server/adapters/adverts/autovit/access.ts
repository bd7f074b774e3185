import * as z from 'zod';
import { SiteFailure } from '#domain/adverts/site-failure.ts';

/** Whose access it is, which Autovit asks for beside the token. */
export interface Account {
  readonly email: string;
  /** The account's own number, to which a partner's access is held; null: the access is the account's own. */
  readonly owner: string | null;
}

export interface Access extends Account {
  readonly token: string;
}

const account = { email: z.string(), owner: z.nullable(z.string()) };
const accessShape = z.strictObject({ ...account, token: z.string() });
const accountShape = z.strictObject(account);

/** Returns the text that others keep for us, sealed, as the access token. */
export function packAccess({ email, owner, token }: Access): string {
  return JSON.stringify({ email, owner, token });
}

/** Throws SiteFailure `token` for a text that is none of ours. */
export function openAccess(text: string): Access {
  const access = parseText(accessShape, text);
  if (access === null) throw new SiteFailure('token');
  return access;
}

/** Returns the text that is kept in a refresh token's place where access is renewed without one. */
export function packAccount({ email, owner }: Account): string {
  return JSON.stringify({ email, owner });
}

/** Throws SiteFailure `reconnect` for a text that is none of ours. */
export function openAccount(text: string): Account {
  const known = parseText(accountShape, text);
  if (known === null) throw new SiteFailure('reconnect');
  return known;
}

function parseText<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the address in the form in which it stands in a header. Throws SiteFailure `reconnect` for what no account is called. */
export function readEmail(typed: string): string {
  const email = typed.trim().toLowerCase();
  if (email.length > 254 || !/^[!-?A-~]+@[!-?A-~]+$/u.test(email)) throw new SiteFailure('reconnect');
  return email;
}
