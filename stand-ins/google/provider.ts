import { generateKeyPair, randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';
import { type Account, MADE_UP } from './accounts.ts';
import { chooserPage, readChoice, STYLE } from './chooser.ts';
import { Memory } from './memory.ts';
import { drawPicture } from './picture.ts';

export interface Settings {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicUrl: string;
}

const CALLBACK = '/api/auth/google/callback';

/** The provider with its chooser in place of a login, and its pictures. */
export async function createProvider(settings: Settings): Promise<RequestListener> {
  const accounts = new Map(MADE_UP.map(({ account }) => [account.sub, account]));
  const provider = new Provider(settings.url, await configuration(settings, accounts));
  const oidc = provider.callback();
  return (request, response) => {
    const path = new URL(request.url ?? '/', settings.url).pathname;
    const answered = path.startsWith('/interaction/')
      ? choose(provider, accounts, { request, response })
      : path.startsWith('/pictures/')
        ? drawPicture(path, response)
        : path === '/style.css'
          ? void response.setHeader('content-type', 'text/css').end(STYLE)
          : oidc(request, response);
    Promise.resolve(answered).catch(() => {
      if (!response.headersSent) response.writeHead(400);
      response.end();
    });
  };
}

async function configuration(
  settings: Settings,
  accounts: ReadonlyMap<string, Account>,
): Promise<Configuration> {
  return {
    adapter: Memory,
    jwks: { keys: [await signingKey()] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    clients: [client(settings)],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub', 'hd'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // As Google does: the claims are in the identity token, without another request.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy: policy(), url: (_, { uid }) => `/interaction/${uid}` },
    expiresWithSession: () => false,
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 3600,
      IdToken: 3600,
      Interaction: 600,
      Grant: 3600,
      Session: 600,
    },
    findAccount: (_, sub) => {
      const account = accounts.get(sub);
      const picture = `${settings.url}/pictures/${sub}=s96-c`;
      return account && { accountId: sub, claims: async () => ({ ...account, picture }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

async function signingKey() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  return { ...jwk, alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') } as const;
}

/** Registered as a native program: any port of this machine will do. */
function client({ clientId, clientSecret, publicUrl }: Settings) {
  const own = ['http://127.0.0.1', 'http://localhost', 'http://[::1]'];
  return {
    client_id: clientId,
    client_secret: clientSecret,
    application_type: 'native' as const,
    token_endpoint_auth_method: 'client_secret_post' as const,
    redirect_uris: [...own, ...(publicUrl.startsWith('https:') ? [publicUrl] : [])].map(
      (origin) => origin + CALLBACK,
    ),
  };
}

/** No question of consent; the client may ask for the chooser by its name. */
function policy() {
  const prompts = interactionPolicy.base();
  prompts.remove('consent');
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  return prompts;
}

async function choose(
  provider: Provider,
  accounts: Map<string, Account>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') return chooserPage(response);
  const account = await readChoice(request, accounts);
  if (account) accounts.set(account.sub, account);
  const result = account
    ? { login: { accountId: account.sub }, select_account: {} }
    : { error: 'access_denied', error_description: 'Cancelled' };
  await provider.interactionFinished(request, response, result);
}
