import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readImportedDocument, readInstant } from '#domain/users/imported-document.ts';
import { HOSTED_STORAGE } from '#domain/users/picture-origins.ts';

const at = new Date('2026-11-21T10:20:30.456Z');
const seconds = Math.floor(at.getTime() / 1000);
const read = (value: unknown, keepAdmins = false) =>
  readImportedDocument(value, { keepAdmins, storage: HOSTED_STORAGE });
const problemsOf = (value: unknown) => read(value).problems.map(({ field, reason }) => `${field}: ${reason}`);
const isRefused = (value: unknown) => read(value).document === null;

test('a timestamp is read in every form an export has', () => {
  for (const form of [
    { _seconds: seconds, _nanoseconds: 456_000_000 },
    { seconds, nanos: 456_789_012 },
    { seconds, nanoseconds: 456_000_000 },
    { seconds: String(seconds), nanos: 456_000_000 },
    at.toISOString(),
    '2026-11-21T12:20:30.456+02:00',
    at.getTime(),
  ])
    deepEqual(readInstant(form), at, JSON.stringify(form));
  for (const wrong of [
    'mâine',
    '21.11.2026',
    '',
    {},
    { seconds: 'x' },
    { _seconds: 1.5, _nanoseconds: 0 },
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    9e15,
    true,
    [seconds],
    null,
  ])
    equal(readInstant(wrong), null, JSON.stringify(wrong));
});

test('seconds and nanoseconds lead to the same instant as its ISO text', () => {
  const instants = fc.date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (instant) => {
      const whole = Math.floor(instant.getTime() / 1000);
      const rest = (instant.getTime() - whole * 1000) * 1_000_000;
      deepEqual(readInstant({ _seconds: whole, _nanoseconds: rest }), readInstant(instant.toISOString()));
    }),
  );
});

test('a whole document is read, current and legacy fields each in its place', () => {
  const { document, problems } = read({
    email: ' Ana@Exemplu.RO ',
    displayName: 'Ana Ştefan',
    photoURL: 'https://lh3.googleusercontent.com/a/AbC-12=s96-c',
    photoUpdatedAt: at.getTime(),
    lastLoginAt: at.toISOString(),
    createdAt: { _seconds: seconds, _nanoseconds: 456_000_000 },
    plan: 'pro',
    credits: { totalCredits: 25 },
    subscription: { status: 'active', expiresAt: at.toISOString(), cancelAtPeriodEnd: false },
    planRenewAt: at.toISOString(),
    trial: { used: true },
    trialActivated: true,
    trialExpiresAt: { seconds, nanos: 456_000_000 },
    role: 'user',
  });
  deepEqual(problems, []);
  deepEqual(document, {
    email: 'ana@exemplu.ro',
    displayName: 'Ana Ștefan',
    photoURL: 'https://lh3.googleusercontent.com/a/AbC-12=s96-c',
    photoUpdatedAt: at,
    lastLoginAt: at,
    createdAt: at,
    plan: 'pro',
    subscription: {
      status: 'active',
      activatedAt: null,
      renewAt: null,
      expiresAt: at,
      cancelAtPeriodEnd: false,
    },
    planRenewAt: at,
    planExpiresAt: null,
    planActivatedAt: null,
    planCancelAtPeriodEnd: null,
    trial: { used: true, activatedAt: null, expiresAt: null },
    trialActivated: true,
    trialActivatedAt: null,
    trialExpiresAt: at,
    role: 'user',
    totalCredits: 25,
  });
});

test('an unknown plan is kept as it is written', () => {
  equal(read({ email: 'a@b.ro', plan: 'platinum' }).document?.plan, 'platinum');
  equal(read({ email: 'a@b.ro' }).document?.plan, 'free');
});

test('credits are a whole number or −1 for unlimited; anything else refuses the document', () => {
  const withCredits = (totalCredits: unknown) => ({ email: 'a@b.ro', credits: { totalCredits } });
  for (const total of [0, 1, 250, -1]) equal(read(withCredits(total)).document?.totalCredits, total);
  equal(read({ email: 'a@b.ro' }).document?.totalCredits, 0);
  for (const total of ['10', 2.5, -2, Number.NaN, 1e12, {}])
    equal(isRefused(withCredits(total)), true, String(total));
  equal(isRefused({ email: 'a@b.ro', credits: 10 }), true);
});

test('a broken expiry refuses the document: it must not become a plan without end', () => {
  for (const broken of [
    { subscription: { expiresAt: 'mâine' } },
    { planExpiresAt: {} },
    { trial: { expiresAt: 'x' } },
    { trialExpiresAt: [] },
  ])
    equal(isRefused({ email: 'a@b.ro', plan: 'pro', ...broken }), true, JSON.stringify(broken));
});

test('other fields that cannot be read are left out and reported', () => {
  const value = {
    email: 'a@b.ro',
    displayName: 7,
    createdAt: 'ieri',
    subscription: { status: 'x\0y' },
    plan: [],
  };
  deepEqual(problemsOf(value), [
    'displayName: not a text',
    'createdAt: not an instant',
    'plan: not a text',
    'subscription.status: not a text',
  ]);
  equal(read(value).document?.plan, 'free');
});

test('admin is kept only when that was asked for', () => {
  for (const admin of [{ role: 'admin' }, { admin: true, role: 'user' }]) {
    const value = { email: 'a@b.ro', ...admin };
    equal(read(value, true).document?.role, 'admin');
    equal(read(value).document?.role, 'user');
    deepEqual(problemsOf(value), ['role: admin is kept only with --keep-admins']);
  }
  equal(read({ email: 'a@b.ro', role: 'owner' }, true).document?.role, 'user');
});

test('a photo is kept at an https address of an allow-listed provider or of the hosted storage', () => {
  for (const photoURL of [
    'https://lh5.googleusercontent.com/a/x=s96-c',
    'https://firebasestorage.googleapis.com/v0/b/x.appspot.com/o/users%2Fu1%2Favatar.jpg?alt=media&token=1-a',
    'https://storage.googleapis.com/x.appspot.com/users/u1/avatar.jpg',
  ]) {
    const value = { email: 'a@b.ro', photoURL };
    equal(read(value).document?.photoURL, photoURL);
    deepEqual(problemsOf(value), []);
  }
});

test('a photo at any other address is left out', () => {
  for (const photoURL of [
    'http://lh3.googleusercontent.com/a/x',
    'https://rau.example/x.jpg',
    'https://lh3.googleusercontent.com.rau.example/x',
    'http://firebasestorage.googleapis.com/v0/b/x/o/avatar.jpg',
    'https://firebasestorage.googleapis.com:8443/v0/b/x/o/avatar.jpg',
    'https://firebasestorage.googleapis.com@rau.example/avatar.jpg',
    'https://ana:parola@storage.googleapis.com/x/avatar.jpg',
    'https://storage.googleapis.com.rau.example/x/avatar.jpg',
    'https://storage.googleapis.com./x/avatar.jpg',
    'https://127.0.0.1/avatar.jpg',
    'javascript:alert(1)',
    '/avatars/users/x/avatar.jpg',
  ]) {
    const value = { email: 'a@b.ro', photoURL };
    equal(read(value).document?.photoURL, null, photoURL);
    deepEqual(problemsOf(value), [
      'photoURL: not an https address of an allow-listed provider or of the hosted storage',
    ]);
  }
});

test('a document without an address, or that is no document, is refused', () => {
  for (const value of [{}, { email: 'ana' }, { email: 5 }, 'text', 7, [], true])
    equal(isRefused(value), true, JSON.stringify(value));
});

test('reading an export never fails, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (one, other) => {
      read(one);
      read({
        email: 'a@b.ro',
        subscription: one,
        trial: other,
        credits: other,
        createdAt: one,
        photoURL: other,
      });
    }),
  );
});
