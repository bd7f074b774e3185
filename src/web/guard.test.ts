import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAccess, rememberLateness, waitForAuth } from '#web/guard.ts';

function fakeClock(readyAt: number) {
  let time = 0;
  return {
    time: () => time,
    isReady: () => time >= readyAt,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
}

test('the guard waits for auth initialisation in steps of 100 ms', async () => {
  const clock = fakeClock(250);
  assert.equal(await waitForAuth(clock.isReady, clock.sleep), true);
  assert.equal(clock.time(), 300);
});

test('the guard does not wait when auth is ready', async () => {
  const clock = fakeClock(0);
  assert.equal(await waitForAuth(clock.isReady, clock.sleep), true);
  assert.equal(clock.time(), 0);
});

test('after 30 polls without an answer there is no user', async () => {
  const clock = fakeClock(3001);
  assert.equal(await waitForAuth(clock.isReady, clock.sleep), false);
  assert.equal(clock.time(), 3000);
});

test('a session that comes late leads back to the asked page, also where a judgement of its login is overtaken', async () => {
  const clock = fakeClock(3050);
  const lateness = rememberLateness(clock.isReady);
  const judge = (access: 'user' | 'guest', fullPath: string) =>
    checkAccess(access, clock.isReady() ? {} : null, { fullPath, isLate: lateness.isLate() });
  await lateness.wait(clock.sleep);
  const { redirect: login } = judge('user', '/settings');
  lateness.carriedOut();
  assert.equal(login, '/login?redirect=%2Fsettings');
  await clock.sleep(100);
  // The first look at /login is overtaken by the news of the session: it decides, and is not carried out.
  for (let look = 1; look <= 2; look++) {
    await lateness.wait(clock.sleep);
    assert.equal(judge('guest', login ?? '').redirect, '/settings');
  }
  lateness.carriedOut();
  assert.equal(judge('guest', login ?? '').redirect, '/dashboard');
});

test('a protected page without a user leads to /login with the full original path', () => {
  const asked = '/gallery?view=lots&q=ș#jos';
  const { redirect } = checkAccess('user', null, { fullPath: asked });
  assert.equal(new URL(redirect ?? '', 'https://x.invalid').searchParams.get('redirect'), asked);
  assert.equal(redirect?.startsWith('/login?redirect=%2Fgallery%3Fview%3Dlots'), true);
});

test('a signed-in user at /login or /register is sent to /dashboard', () => {
  assert.deepEqual(checkAccess('guest', { role: 'user' }, { fullPath: '/login' }), {
    redirect: '/dashboard',
  });
  assert.deepEqual(checkAccess('guest', null, { fullPath: '/login' }), { redirect: null });
});

test('a user who is known only after the wait goes on to the page that was asked for', () => {
  for (const asked of ['/settings#tema', '/gallery?view=lots&q=ș', '/admin/users']) {
    const { redirect: login } = checkAccess('user', null, { fullPath: asked });
    assert.deepEqual(checkAccess('guest', { role: 'user' }, { fullPath: login ?? '', isLate: true }), {
      redirect: encodeURI(asked),
    });
  }
  for (const login of ['/login', '/login?redirect=%2F%2Fevil.example', '/register#?redirect=%2Fgallery'])
    assert.deepEqual(checkAccess('guest', { role: 'user' }, { fullPath: login, isLate: true }), {
      redirect: '/dashboard',
    });
});

test('the link of a mail is let through, signed in or not', () => {
  for (const link of [
    '/login?mode=verifyEmail',
    '/login?mode=resetPassword',
    '/login?x=1&mode=verifyEmail#a',
  ])
    assert.deepEqual(checkAccess('guest', { role: 'user' }, { fullPath: link }), { redirect: null }, link);
  for (const other of [
    '/login?mode=forgotPassword',
    '/login?mode=verifyEmailX',
    '/login#?mode=verifyEmail',
    '/register?mode=verifyEmail',
  ])
    assert.deepEqual(
      checkAccess('guest', { role: 'user' }, { fullPath: other }),
      { redirect: '/dashboard' },
      other,
    );
});

test('a missing user at /admin sees the notice and goes to /login', () => {
  const decision = checkAccess('admin', null, { fullPath: '/admin/users' });
  assert.equal(decision.notice, 'Trebuie să fii autentificat pentru a accesa admin panel.');
  assert.equal(decision.redirect, '/login?redirect=%2Fadmin%2Fusers');
});

test('admin is true if the admin claim is true or the role claim is admin', () => {
  assert.deepEqual(checkAccess('admin', { role: 'admin' }, { fullPath: '/admin' }), { redirect: null });
  assert.deepEqual(checkAccess('admin', { admin: true, role: 'user' }, { fullPath: '/admin' }), {
    redirect: null,
  });
  assert.deepEqual(checkAccess('admin', { role: 'user' }, { fullPath: '/admin' }), {
    redirect: null,
    refused: true,
  });
});
