import { deepEqual, equal, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, SETTINGS } from '#server/config.ts';

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

test('a server that others can reach needs an https address, unless it is a demonstration', () => {
  throws(() => readConfig({ HOST: '0.0.0.0' }), /PUBLIC_URL must be an https address/);
  equal(readConfig({ HOST: '0.0.0.0', ALLOW_DEMO: '1' }).ALLOW_DEMO, true);
  equal(
    readConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'https://fotolot.example/x' }).PUBLIC_URL,
    'https://fotolot.example',
  );
});
