import {
  createPrivateKey,
  createPublicKey,
  randomBytes,
  randomUUID,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { Book, Refresh } from './book.ts';
import type { Faults } from './faults.ts';
import { makeJson, type Reply } from './replies.ts';

const CODE_MS = 60_000;
const ACCESS_SECONDS = 129_600 * 60;
const REFRESH_MS = 525_600 * 60_000;

/** The application as the office knows it. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Compared letter by letter. */
  readonly redirectUris: readonly string[];
  /** Any address of this machine with this path counts as one of them; the office itself takes https alone. Empty: none. */
  readonly loopbackPath: string;
}

export function isRedirect({ redirectUris, loopbackPath }: Application, uri: string): boolean {
  if (redirectUris.includes(uri)) return true;
  const { protocol, hostname, pathname } = URL.parse(uri) ?? {};
  const isHere = protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname ?? '');
  return isHere && loopbackPath !== '' && pathname === loopbackPath;
}

interface Code {
  readonly serial: string;
  readonly redirectUri: string;
  readonly until: number;
}

/** Form of a refusal: presupus beyond the word, which OAuth has. */
function refuse(error: string, description: string, status = 400): Reply {
  return makeJson(status, { error, error_description: description });
}

/** Codes and tokens. A code works once and for 60 seconds; a refresh makes two new tokens, and the access token before it lives on. */
export class Tokens {
  readonly #codes = new Map<string, Code>();
  readonly #application: Application;
  readonly #book: Book;
  readonly #now: () => number;

  constructor({ application, book }: { application: Application; book: Book }, now: () => number) {
    this.#application = application;
    this.#book = book;
    this.#now = now;
  }

  makeCode(serial: string, redirectUri: string): string {
    const code = randomBytes(32).toString('hex');
    this.#codes.set(code, { serial, redirectUri, until: this.#now() + CODE_MS });
    return code;
  }

  /** All tokens of a certificate are dead from now on. */
  withdraw(serial: string): void {
    const { state } = this.#book;
    state.withdrawn[serial] = this.#now();
    state.refreshes = state.refreshes.filter((each) => each.serial !== serial);
    this.#book.save();
  }

  /** Returns the serial of the certificate; null for a token that is unknown, changed, withdrawn or expired. */
  findSerial(token: string): string | null {
    const [head = '', claims = '', signature = '', rest] = token.split('.');
    if (rest !== undefined || signature === '') return null;
    const { privateKey, withdrawn } = this.#book.state;
    const key = createPublicKey(createPrivateKey(privateKey));
    const isOurs = verify(
      'sha512',
      Buffer.from(`${head}.${claims}`),
      key,
      Buffer.from(signature, 'base64url'),
    );
    if (!isOurs) return null;
    const { serial, exp, made } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const isOver = exp * 1000 <= this.#now() || made <= (withdrawn[serial] ?? 0);
    return isOver ? null : serial;
  }

  /** POST /anaf-oauth2/v1/token */
  exchange(
    form: URLSearchParams,
    { authorization, faults }: { authorization: string; faults: Faults },
  ): Reply {
    if (!this.#isApplication(authorization))
      return refuse('invalid_client', 'Client authentication failed', 401);
    const grant = form.get('grant_type');
    if (grant === 'authorization_code') return this.#exchangeCode(form);
    if (grant === 'refresh_token') return this.#exchangeRefresh(form, faults);
    return refuse('unsupported_grant_type', 'The grant type is not supported');
  }

  /** „Send as Basic Auth header”: the form is not looked at. */
  #isApplication(authorization: string): boolean {
    const { clientId, clientSecret } = this.#application;
    const wanted = Buffer.from(`Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
    const given = Buffer.from(authorization);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  #exchangeCode(form: URLSearchParams): Reply {
    // Without it the office gives a token that is no JWT, which its documents do not describe (presupus: it is refused).
    if (form.get('token_content_type') !== 'jwt')
      return refuse('invalid_request', 'token_content_type=jwt is missing');
    const code = form.get('code') ?? '';
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    if (known === undefined || known.until <= this.#now() || known.redirectUri !== form.get('redirect_uri'))
      return refuse('invalid_grant', 'The authorization code is invalid or expired');
    return this.#give(known.serial);
  }

  #exchangeRefresh(form: URLSearchParams, { usedRefresh }: Faults): Reply {
    const known = this.#findRefresh(form.get('refresh_token') ?? '');
    if (known === undefined || known.until <= this.#now() || (known.isUsed && usedRefresh === 'dead'))
      return refuse('invalid_grant', 'The refresh token is invalid or expired');
    known.isUsed = true;
    return this.#give(known.serial);
  }

  #findRefresh(token: string): Refresh | undefined {
    return this.#book.state.refreshes.find((each) => each.token === token);
  }

  /** Names and order of the answer beyond the two tokens are presupuse, as those of the claims. */
  #give(serial: string): Reply {
    const now = this.#now();
    const refresh = randomBytes(64).toString('hex');
    this.#book.state.refreshes.push({ token: refresh, serial, until: now + REFRESH_MS, isUsed: false });
    this.#book.save();
    return makeJson(200, {
      access_token: this.#makeAccess(serial, now),
      expires_in: ACCESS_SECONDS,
      token_type: 'Bearer',
      scope: 'clientappid issuer role serial',
      refresh_token: refresh,
    });
  }

  #makeAccess(serial: string, now: number): string {
    const iat = Math.floor(now / 1000);
    const claims = {
      token_type: 'Bearer',
      serial,
      clientappid: this.#application.clientId,
      iss: 'https://logincert.anaf.ro',
      iat,
      exp: iat + ACCESS_SECONDS,
      jti: randomUUID(),
      role: 'SPV_PJ',
      // Milliseconds, for this program alone.
      made: now,
    };
    const signed = `${encode({ alg: 'RS512', typ: 'JWT' })}.${encode(claims)}`;
    const key = createPrivateKey(this.#book.state.privateKey);
    return `${signed}.${sign('sha512', Buffer.from(signed), key).toString('base64url')}`;
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
