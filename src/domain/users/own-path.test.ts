import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterSignIn } from '#domain/users/own-path.ts';

test('after sign-in the redirect is followed when it is one of our own pages', () => {
  for (const own of ['/gallery?view=lots#jos', '/process/lot_1', '/pricing#packages', '/admin/users/usr_1']) {
    assert.equal(afterSignIn(own), own);
  }
});

test('after sign-in a redirect to anywhere else becomes the dashboard', () => {
  const others = [
    null,
    '',
    'gallery',
    'https://rau.example/gallery',
    '//rau.example/gallery',
    '/\\rau.example/gallery',
    '/\t/rau.example/gallery',
    'javascript:alert(1)',
    '/login',
    '/login?redirect=/login',
    '/api/photos',
    '/gallery/../api/auth/logout',
    '/necunoscut',
  ];
  for (const other of others) assert.equal(afterSignIn(other), '/dashboard', String(other));
});
