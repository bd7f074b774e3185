import { randomBytes } from 'node:crypto';
import type { Faults } from './faults.ts';
import { AuthRefusal, type Reply } from './replies.ts';

const CODE_MS = 10 * 60_000;
const ACCESS_SECONDS = 86_400;
const REFRESH_MS = 30 * 86_400_000;

interface Code {
  readonly sellerId: number;
  readonly redirectUri: string;
  readonly until: number;
}

interface Access {
  /** Null: the application's own, which has no seller. */
  readonly sellerId: number | null;
  readonly scope: string;
  readonly until: number;
}

interface Refresh {
  readonly sellerId: number;
  readonly scope: string;
  readonly until: number;
}

/** The application as the portal knows it. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Compared letter by letter. */
  readonly redirectUris: readonly string[];
  /** Any address of this machine with this path counts as one of them; the portal itself refuses such. Empty: none. */
  readonly loopbackPath: string;
}

export function isRedirect({ redirectUris, loopbackPath }: Application, uri: string): boolean {
  if (redirectUris.includes(uri)) return true;
  const { protocol, hostname, pathname } = URL.parse(uri) ?? {};
  const isHere = protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname ?? '');
  return isHere && loopbackPath !== '' && pathname === loopbackPath;
}

/** Codes and tokens; a refresh token that was used is dead at once. */
export class Tokens {
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Access>();
  readonly #refresh = new Map<string, Refresh>();
  readonly #application: Application;
  readonly #now: () => number;

  constructor(application: Application, now: () => number) {
    this.#application = application;
    this.#now = now;
  }

  makeCode(sellerId: number, redirectUri: string): string {
    const code = randomBytes(20).toString('hex');
    this.#codes.set(code, { sellerId, redirectUri, until: this.#now() + CODE_MS });
    return code;
  }

  /** The seller takes the application's access away on the portal. */
  withdraw(sellerId: number): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, known] of tokens) if (known.sellerId === sellerId) tokens.delete(token);
  }

  /** Returns who calls; null for an unknown or expired token. */
  find(token: string): Access | null {
    const known = this.#access.get(token);
    return known !== undefined && known.until > this.#now() ? known : null;
  }

  /** POST /api/open/oauth/token */
  exchange(form: Readonly<Record<string, unknown>>, faults: Faults): Reply {
    this.#checkApplication(form, faults);
    const { grant_type: grant } = form;
    if (grant === undefined)
      throw new AuthRefusal(400, 'invalid_request', 'The grant type was not specified');
    if (grant === 'client_credentials')
      return this.#give({ sellerId: null, scope: 'v2 read', refresh: null }, faults);
    if (grant === 'authorization_code') return this.#exchangeCode(form, faults);
    if (grant === 'refresh_token') return this.#exchangeRefresh(form, faults);
    throw new AuthRefusal(400, 'unsupported_grant_type', `Grant type "${String(grant)}" not supported`);
  }

  #checkApplication(form: Readonly<Record<string, unknown>>, { application }: Faults): void {
    const { clientId, clientSecret } = this.#application;
    if (form.client_id !== clientId || form.client_secret !== clientSecret)
      throw new AuthRefusal(400, 'invalid_client', 'The client credentials are invalid');
    if (application !== 'approved') throw new AuthRefusal(401, 'invalid_client', 'Client is not active');
  }

  #exchangeCode(form: Readonly<Record<string, unknown>>, faults: Faults): Reply {
    const { code, redirect_uri: redirectUri } = form;
    if (typeof code !== 'string') throw new AuthRefusal(400, 'invalid_request', 'Missing parameter: "code"');
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    if (known === undefined || known.until <= this.#now() || known.redirectUri !== redirectUri) {
      throw new AuthRefusal(
        400,
        'invalid_grant',
        "Authorization code doesn't exist or is invalid for the client",
      );
    }
    return this.#give({ sellerId: known.sellerId, scope: faults.scope, refresh: null }, faults);
  }

  #exchangeRefresh(form: Readonly<Record<string, unknown>>, faults: Faults): Reply {
    const token = String(form.refresh_token ?? '');
    if (faults.refresh === '500') return { status: 500, body: { error: 'server_error' } };
    if (faults.refresh === 'invalid_client')
      throw new AuthRefusal(401, 'invalid_client', 'Client is not active');
    const known = this.#refresh.get(token);
    if (known === undefined || known.until <= this.#now() || faults.refresh === 'invalid_grant')
      throw new AuthRefusal(400, 'invalid_grant', 'Invalid refresh token');
    const isKept = faults.refresh === 'same-token';
    if (!isKept) this.#refresh.delete(token);
    return this.#give({ ...known, refresh: isKept ? token : null }, faults);
  }

  #give(
    { sellerId, scope, refresh }: { sellerId: number | null; scope: string; refresh: string | null },
    { seconds }: Faults,
  ): Reply {
    const access = randomBytes(20).toString('hex');
    this.#access.set(access, { sellerId, scope, until: this.#now() + ACCESS_SECONDS * 1000 });
    const body = {
      access_token: access,
      expires_in: seconds === 'text' ? String(ACCESS_SECONDS) : ACCESS_SECONDS,
      token_type: 'bearer',
      scope,
    };
    // A kept refresh token is not told again.
    if (sellerId === null || refresh !== null) return { status: 200, body };
    const next = randomBytes(20).toString('hex');
    this.#refresh.set(next, { sellerId, scope, until: this.#now() + REFRESH_MS });
    return { status: 200, body: { ...body, refresh_token: next } };
  }
}
