import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { createSignIn } from '#server/adapters/sign-in/create.ts';
import type { SignIn, SignInAttempt } from '#server/adapters/sign-in/port.ts';
import { startStandIn } from '#server/adapters/stand-in.ts';
import { type Choice, GoogleVisitor } from '#testing/accounts/google-visitor.ts';
import { pollUntil } from '#testing/server.ts';
import { unusedPort } from '#testing/unused-port.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const REDIRECT = 'http://localhost:4321/api/auth/google/callback';
const secret = () => randomBytes(32).toString('base64url');
const newAttempt = (): SignInAttempt => ({
  redirectUri: REDIRECT,
  state: secret(),
  nonce: secret(),
  verifier: secret(),
});
const signInAt = (issuer: string): SignIn => {
  const options = { clientId: 'fotolot', clientSecret: 'stand-in', publicUrl: null };
  const signIn = createSignIn({ issuer, ...options, log });
  ok(signIn);
  return signIn;
};
const ANA: Choice = { email: 'Ana.Pop@gmail.com', name: 'Ana Pop' };

/** Signs in at the provider; returns the query of the callback. */
async function walk(signIn: SignIn, attempt: SignInAttempt, choice: Choice): Promise<URLSearchParams> {
  const callback = await new GoogleVisitor().chooseAccount(await signIn.startUrl(attempt), choice);
  equal(callback.origin + callback.pathname, REDIRECT);
  return callback.searchParams;
}

describe('signing in at an OpenID provider', () => {
  let signIn: SignIn;
  before(() => {
    signIn = signInAt('stand-in');
  });
  after(() => signIn.close());

  async function identify(choice: Choice) {
    const attempt = newAttempt();
    return signIn.finish(await walk(signIn, attempt, choice), attempt);
  }

  it('lets a page that was opened before the stand-in listens show its pictures, and none from elsewhere', async () => {
    const early = signInAt('stand-in');
    deepEqual(early.pictureSources(), ['http://127.0.0.1:*']);
    equal(early.isOwnPicture('http://127.0.0.1:4711/pictures/1=s96-c'), false);
    await early.close();
  });

  it('asks with state, nonce and a PKCE challenge S256, never with the verifier', async () => {
    const attempt = newAttempt();
    const url = await signIn.startUrl(attempt);
    const asked = Object.fromEntries(url.searchParams);
    equal(asked.response_type, 'code');
    equal(asked.state, attempt.state);
    equal(asked.nonce, attempt.nonce);
    equal(asked.code_challenge_method, 'S256');
    equal(asked.code_challenge?.length, 43);
    equal(url.href.includes(attempt.verifier), false);
  });

  it('identifies the person by issuer and subject, with address, name and picture', async () => {
    const identity = await identify(ANA);
    equal(identity.issuer, 'stand-in');
    match(identity.subject, /^\d+$/);
    equal(identity.email, 'ana.pop@gmail.com');
    equal(identity.name, 'Ana Pop');
    ok(signIn.isOwnPicture(identity.pictureUrl ?? ''));
    equal((await identify(ANA)).subject, identity.subject);
    notEqual((await identify({ ...ANA, sub: '77' })).subject, identity.subject);
  });

  it('is authoritative for a verified address at gmail.com or of the Workspace domain that signs in', async () => {
    const said: [Choice & object, boolean][] = [
      [{ email: 'ana.pop@gmail.com' }, true],
      [{ email: 'ana.pop@gmail.com', verified: false }, false],
      [{ email: 'ion@auto-ionescu.example', hd: 'auto-ionescu.example' }, true],
      [{ email: 'ion@auto-ionescu.example', hd: 'Auto-Ionescu.example' }, true],
      [{ email: 'ion@auto-ionescu.example', hd: 'auto-ionescu.example', verified: false }, false],
      [{ email: 'ion@auto-ionescu.example', hd: 'alta.example' }, false],
      [{ email: 'ion@sub.auto-ionescu.example', hd: 'auto-ionescu.example' }, false],
      [{ email: 'maria@posta.example' }, false],
      [{ email: 'maria@evilgmail.com' }, false],
    ];
    for (const [choice, expected] of said)
      equal((await identify(choice)).isAuthoritative, expected, JSON.stringify(choice));
  });

  it('refuses a nonce, state or PKCE verifier that are not of this attempt', async () => {
    for (const wrong of ['nonce', 'state', 'verifier'] as const) {
      const attempt = newAttempt();
      const query = await walk(signIn, attempt, ANA);
      await rejects(signIn.finish(query, { ...attempt, [wrong]: secret() }), wrong);
    }
  });

  it('refuses a code a second time, the code of another attempt and a response of another issuer', async () => {
    const [mine, theirs] = [newAttempt(), newAttempt()];
    const query = await walk(signIn, mine, ANA);
    const swapped = new URLSearchParams(await walk(signIn, theirs, ANA));
    const mixedUp = new URLSearchParams(query);
    mixedUp.set('iss', 'https://accounts.google.com');
    await rejects(signIn.finish(mixedUp, mine));
    const without = new URLSearchParams(query);
    without.delete('iss');
    await rejects(signIn.finish(without, mine));
    swapped.set('state', mine.state);
    await rejects(signIn.finish(swapped, mine));
    equal((await signIn.finish(query, mine)).email, 'ana.pop@gmail.com');
    await rejects(signIn.finish(query, mine));
  });

  it('redirects only to the callback on this machine', async () => {
    for (const redirectUri of [
      'https://rau.example/api/auth/google/callback',
      'http://localhost:4321/altundeva',
      'http://192.168.1.2:4321/api/auth/google/callback',
    ]) {
      const { status, headers } = await new GoogleVisitor().sendOneRequest(
        await signIn.startUrl({ ...newAttempt(), redirectUri }),
      );
      deepEqual([status, headers.get('location')], [400, null], redirectUri);
    }
  });

  it('fetches the picture at 256 px', async () => {
    const { pictureUrl } = await identify(ANA);
    match(pictureUrl ?? '', /=s96-c$/);
    const { default: sharp } = await import('sharp');
    const { width, height, format } = await sharp(await signIn.fetchPicture(pictureUrl ?? '')).metadata();
    deepEqual([width, height, format], [256, 256, 'jpeg']);
  });
});

describe('the program in Google’s place', () => {
  it('is started again at the next use after it died, and not once it was closed', async () => {
    const standIn = startStandIn('google', {}, log);
    await standIn.url();
    const { pid = 0 } = standIn;
    process.kill(pid, 'SIGKILL');
    const alive = async () => (await fetch(`${await standIn.url()}/style.css`).catch(() => null))?.status;
    await pollUntil(alive, (status) => status === 200);
    notEqual(standIn.pid, pid);
    await standIn.close();
    await rejects(standIn.url());
    equal(standIn.pid, undefined);
  });

  it('gets no Ctrl-C, which is the server’s: it leads a group of its own', async () => {
    const standIn = startStandIn('google', {}, log);
    await standIn.url();
    ok(process.kill(-(standIn.pid ?? 0), 0));
    await standIn.close();
  });

  it('ends when its parent process has ended, however', async () => {
    const program = spawn(process.execPath, ['stand-ins/google/main.ts'], {
      env: {},
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = await once(program.stdout, 'data');
    match(String(line), /^http:\/\/127\.0\.0\.1:\d+\n$/);
    const ended = once(program, 'exit');
    program.stdin.destroy();
    deepEqual(await ended, [0, null]);
  });
});

describe('a sign-in provider', () => {
  it('that is away does not keep the server from starting, fails a sign-in, and is asked again at the next', async () => {
    const port = await unusedPort();
    const signIn = signInAt(`http://127.0.0.1:${port}`);
    await rejects(signIn.startUrl(newAttempt()));
    const program = spawn(process.execPath, ['stand-ins/google/main.ts'], {
      env: { PORT: String(port) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      await once(program.stdout, 'data');
      const attempt = newAttempt();
      const identity = await signIn.finish(await walk(signIn, attempt, ANA), attempt);
      equal(identity.issuer, `http://127.0.0.1:${port}`);
    } finally {
      program.kill('SIGKILL');
    }
  });

  it('offers no sign-in when it is off', () => {
    equal(createSignIn({ issuer: 'off', clientId: '', clientSecret: '', publicUrl: null, log }), null);
  });

  it('has to be reached by https unless it is on this machine', async () => {
    await rejects(signInAt('http://posta.example').startUrl(newAttempt()), /HTTPS/i);
  });
});
