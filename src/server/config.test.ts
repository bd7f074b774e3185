import { deepEqual, equal, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { googleIssuer, readConfig, SETTINGS } from '#server/config.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'configuration.md'), 'utf8');

test('docs/configuration.md lists every setting with its words, and no other', () => {
  const rows = [...PAGE.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \|$/gm)].map(([, name, doc]) => [name, doc]);
  deepEqual(
    rows,
    Object.entries(SETTINGS).map(([name, { doc }]) => [name, doc]),
  );
});

test('without any setting the server is for this machine alone', () => {
  const { HOST, PORT, DATABASE_URL, PUBLIC_URL } = readConfig({});
  deepEqual([HOST, PORT, DATABASE_URL, PUBLIC_URL], ['127.0.0.1', 8080, '', null]);
});

test('all problems are named at once', () => {
  throws(
    () => readConfig({ PORT: 'ușă', PUBLIC_URL: 'ftp://x.ro', LOT_PROCESSES: '0' }),
    (error: Error) => ['PORT', 'PUBLIC_URL', 'LOT_PROCESSES'].every((name) => error.message.includes(name)),
  );
});

const REACHED = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://fotolot.example/x',
  SMTP_URL: 'smtps://fotolot:parola@mail.example',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};

test('a server that others can reach needs an https address, a mail server and the real Google, unless it is a demonstration', () => {
  throws(
    () => readConfig({ HOST: '0.0.0.0' }),
    (error: Error) =>
      /PUBLIC_URL must be an https address.*SMTP_URL is missing.*GOOGLE_CLIENT_ID is missing/s.test(
        error.message,
      ),
  );
  equal(readConfig({ HOST: '0.0.0.0', ALLOW_DEMO: '1' }).ALLOW_DEMO, true);
  const config = readConfig(REACHED);
  equal(config.PUBLIC_URL, 'https://fotolot.example');
  equal(googleIssuer(config), 'https://accounts.google.com');
  throws(
    () => readConfig({ ...REACHED, GOOGLE_ISSUER: 'stand-in' }),
    /GOOGLE_ISSUER=off runs without Google/,
  );
  equal(googleIssuer(readConfig({ ...REACHED, GOOGLE_CLIENT_ID: '', GOOGLE_ISSUER: 'off' })), 'off');
  equal(googleIssuer(readConfig({})), 'stand-in');
});

test('settings that only work together are asked for together', () => {
  throws(() => readConfig({ GOOGLE_CLIENT_ID: 'id' }), /GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must both/);
  throws(() => readConfig({ ANALYTICS_API_KEY: 'k' }), /ANALYTICS_ENDPOINT and ANALYTICS_API_KEY/);
  throws(() => readConfig({ SMTP_URL: 'mail.example' }), /SMTP_URL must begin with/);
});
