import * as openid from 'openid-client';
import { isLoopback } from '#domain/loopback.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import { isPictureFrom } from '#domain/users/picture-origins.ts';
import { startStandIn } from '#server/adapters/stand-in.ts';
import type { Log } from '#server/app.ts';
import { fetchPicture } from './pictures.ts';
import type { ProviderIdentity, SignIn } from './port.ts';

export interface SignInOptions {
  /** An issuer's URL, `stand-in` or `off`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** PUBLIC_URL, for the stand-in's list of callbacks. */
  readonly publicUrl: string | null;
  readonly log: Log;
}

const TIMEOUT_SECONDS = 10;
const GOOGLE_PICTURES = ['lh3', 'lh4', 'lh5', 'lh6'].map((host) => `https://${host}.googleusercontent.com`);
const STAND_IN_CLIENT = { CLIENT_ID: 'fotolot', CLIENT_SECRET: 'stand-in' };

/** Null when Google sign-in is off. Sends no request before the first sign-in: the server starts offline. */
export function createSignIn(options: SignInOptions): SignIn | null {
  const { issuer, clientId, clientSecret, publicUrl, log } = options;
  if (issuer === 'off') return null;
  if (issuer !== 'stand-in') {
    return signInAt({
      issuerUrl: async () => issuer,
      identityIssuer: null,
      client: [clientId, clientSecret],
      pictureSources: () => GOOGLE_PICTURES,
      close: async () => {},
    });
  }
  const standIn = startStandIn('google', { ...STAND_IN_CLIENT, PUBLIC_URL: publicUrl ?? '' }, log);
  return signInAt({
    issuerUrl: standIn.url,
    // Its port changes from start to start, its accounts do not.
    identityIssuer: 'stand-in',
    client: [STAND_IN_CLIENT.CLIENT_ID, STAND_IN_CLIENT.CLIENT_SECRET],
    // A page that was opened before it listens keeps its policy: it lets any port of this machine in.
    pictureSources: () => [standIn.lastUrl() ?? 'http://127.0.0.1:*'],
    close: standIn.close,
  });
}

interface Provider {
  /** The issuer's URL. */
  readonly issuerUrl: () => Promise<string>;
  /** The name identities are kept under; null: the issuer's own. */
  readonly identityIssuer: string | null;
  readonly client: readonly [id: string, secret: string];
  readonly pictureSources: () => readonly string[];
  readonly close: () => Promise<void>;
}

function signInAt(provider: Provider): SignIn {
  const configured = rememberDiscovery(provider);
  return {
    startUrl: async ({ redirectUri, state, nonce, verifier }) =>
      openid.buildAuthorizationUrl(await configured(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      }),
    finish: async (query, { redirectUri, state, nonce, verifier }) => {
      const config = await configured();
      const callback = new URL(redirectUri);
      callback.search = query.toString();
      const tokens = await openid.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('no identity token');
      return readIdentity(provider.identityIssuer ?? claims.iss, claims);
    },
    pictureSources: provider.pictureSources,
    isOwnPicture: (url) => isPictureFrom(provider.pictureSources(), url),
    fetchPicture: (url) => fetchPicture(provider.pictureSources(), url),
    close: provider.close,
  };
}

/** Claims of an identity token whose signature, issuer, audience, nonce and times have been checked. */
type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

const toTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value : null;

function readIdentity(issuer: string, claims: Claims): ProviderIdentity {
  const email = normaliseEmail(toTextOrNull(claims.email) ?? '');
  return {
    issuer,
    subject: claims.sub,
    email,
    isAuthoritative: isAuthoritative(claims, email),
    name: toTextOrNull(claims.name),
    pictureUrl: toTextOrNull(claims.picture),
  };
}

/** Google runs the mailbox: gmail.com, or a Workspace domain (`hd`) that is the address's own. Written as it is kept, or its word does not count. */
function isAuthoritative(claims: Claims, email: string | null): boolean {
  if (email === null || claims.email_verified !== true) return false;
  if (toTextOrNull(claims.email)?.toLowerCase() !== email) return false;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domain === 'gmail.com' || domain === toTextOrNull(claims.hd)?.toLowerCase();
}

/** Discovery on first use, kept while the issuer stays where it is; a failed one is forgotten. */
function rememberDiscovery({ issuerUrl, client }: Provider): () => Promise<openid.Configuration> {
  let known: { readonly url: string; readonly found: Promise<openid.Configuration> } | null = null;
  return async () => {
    const url = await issuerUrl();
    if (known?.url === url) return known.found;
    const asked = { url, found: discoverIssuer(url, client) };
    known = asked;
    asked.found.catch(() => {
      if (known === asked) known = null;
    });
    return asked.found;
  };
}

async function discoverIssuer(
  issuer: string,
  [id, secret]: Provider['client'],
): Promise<openid.Configuration> {
  const url = new URL(issuer);
  const isHere = url.protocol === 'http:' && isLoopback(url.hostname);
  return openid.discovery(url, id, secret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: [openid.enableNonRepudiationChecks, ...(isHere ? [openid.allowInsecureRequests] : [])],
  });
}
