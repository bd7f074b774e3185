import { randomBytes } from 'node:crypto';
import { DEALERS } from './adverts.ts';
import type { Faults } from './faults.ts';
import { AuthRefusal, type Reply } from './replies.ts';

/** Twelve hours. */
const ACCESS_SECONDS = 43_200;

export interface Access {
  /** Null: a partner's, which acts for the account that a call names. */
  readonly dealerId: number | null;
  readonly scope: string;
  readonly until: number;
}

/** Who may ask for tokens. */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Null: no partner is registered. */
  readonly partner: { readonly code: string; readonly secret: string } | null;
}

interface Asked {
  readonly form: Readonly<Record<string, string>>;
  /** The header of the pair; null: it is in the form. */
  readonly basic: string | null;
}

/** Passwords and tokens. A token cannot be renewed: the grant for it is not among those allowed. */
export class Tokens {
  readonly #access = new Map<string, Access>();
  readonly #passwords = new Map(DEALERS.map(({ id, password }) => [id, password]));
  readonly #client: Client;
  readonly #now: () => number;

  constructor(client: Client, now: () => number) {
    this.#client = client;
    this.#now = now;
  }

  /** A dealer changes the password on the site; whether the tokens die with it is presupus. */
  changePassword(dealerId: number, password: string): void {
    this.#passwords.set(dealerId, password);
    for (const [token, known] of this.#access) if (known.dealerId === dealerId) this.#access.delete(token);
  }

  /** Returns what a token allows; null for an unknown or expired one. */
  find(token: string): Access | null {
    const known = this.#access.get(token);
    return known !== undefined && known.until > this.#now() ? known : null;
  }

  /** POST /api/open/oauth/token */
  exchange({ form, basic }: Asked, faults: Faults): Reply {
    this.#checkClient({ form, basic }, faults);
    if (faults.token === '500') return { status: 500, body: { error: 'server_error' } };
    const { grant_type: grant, username = '', password = '' } = form;
    if (grant === 'partner') return this.#givePartner(form, faults);
    if (grant === undefined)
      throw new AuthRefusal(400, 'invalid_request', 'The grant type was not specified in the request');
    if (grant !== 'password')
      throw new AuthRefusal(400, 'unsupported_grant_type', `Grant type "${grant}" not supported`);
    const dealer = DEALERS.find(({ email }) => email === username.toLowerCase());
    if (dealer === undefined || this.#passwords.get(dealer.id) !== password)
      throw new AuthRefusal(400, 'invalid_grant', 'Invalid username and password combination');
    if (faults.account === 'locked')
      throw new AuthRefusal(400, 'invalid_grant', 'The account is temporarily locked');
    return this.#give(dealer.id, faults);
  }

  #checkClient({ form, basic }: Asked, { client }: Faults): void {
    const { clientId, clientSecret } = this.#client;
    const pair =
      basic === null
        ? `${form.client_id}:${form.client_secret}`
        : Buffer.from(basic, 'base64').toString('utf8');
    if (pair !== `${clientId}:${clientSecret}`)
      throw new AuthRefusal(400, 'invalid_client', 'The client credentials are invalid');
    if (client === 'suspended') throw new AuthRefusal(401, 'invalid_client', 'Client is not active');
  }

  #givePartner({ partner_code: code, partner_secret: secret }: Asked['form'], faults: Faults): Reply {
    const { partner } = this.#client;
    if (partner === null || partner.code !== code || partner.secret !== secret)
      throw new AuthRefusal(400, 'invalid_grant', 'Invalid partner code and secret combination');
    return this.#give(null, faults);
  }

  #give(dealerId: number | null, { scope, seconds }: Faults): Reply {
    const token = randomBytes(20).toString('hex');
    this.#access.set(token, { dealerId, scope, until: this.#now() + ACCESS_SECONDS * 1000 });
    const body = {
      access_token: token,
      expires_in: seconds === 'text' ? String(ACCESS_SECONDS) : ACCESS_SECONDS,
      token_type: 'bearer',
      scope,
      refresh_token: randomBytes(20).toString('hex'),
    };
    return { status: 200, body };
  }
}
