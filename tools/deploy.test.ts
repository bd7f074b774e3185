import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { drainSeconds, readConfig, SETTINGS } from '#server/config.ts';
import { type TestServer, testServer } from '#testing/server.ts';
import { unusedPort } from '#testing/unused-port.ts';

const readFile = (...path: string[]) => readFileSync(join('deploy', ...path), 'utf8');

describe('the example of settings', () => {
  const text = readFile('settings.example');
  const named = [...text.matchAll(/^# (.+)\n#?([A-Z][A-Z_]*)=/gm)].map(([, words, name]) => [name, words]);

  it('names every setting with its words, and no other', () => {
    deepEqual(
      named,
      Object.entries(SETTINGS.shape).map(([name, { description }]) => [name, description]),
    );
  });

  it('is one that a public server starts with', () => {
    const config = readConfig(parseEnv(text));
    deepEqual([config.DATA_DIR, config.PUBLIC_URL], ['/var/lib/fotolot', 'https://fotolot.example']);
  });

  it('shows defaults that are the server’s own', () => {
    const shown = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=.)/gm, ''));
    const given = parseEnv(text);
    const defaults = Object.fromEntries(Object.entries(shown).filter(([name]) => !(name in given)));
    deepEqual(readConfig(defaults), readConfig({}));
  });
});

describe('the units of systemd', () => {
  const unit = readFile('systemd', 'fotolot.service');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  it('give the server longer to end than it takes, with the longest drain that is usual', () => {
    const config = readConfig({});
    ok(Number(value('TimeoutStopSec')) >= 60 + drainSeconds({ ...config, ROLE: 'web' }) + 20);
    equal(value('KillMode'), 'mixed');
  });

  it('start programs that are there', () => {
    const [, tool = ''] =
      /\/opt\/fotolot\/(deploy\/\w+) /.exec(readFile('systemd', 'fotolot-backup.service')) ?? [];
    match(readFileSync(tool, 'utf8'), /^#!\/bin\/sh\n/);
    match(value('ExecStart'), / src\/server\/main\.ts$/);
  });
});

describe('the rules for Prometheus', () => {
  let server: TestServer;
  let metricsUrl: string;
  before(async () => {
    const port = await unusedPort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    server = await testServer({ METRICS_PORT: String(port) });
  });
  after(() => server.close());

  it('ask for no name that the server does not have', async () => {
    const metrics = await (await fetch(metricsUrl)).text();
    const known = new Set(['up']);
    for (const [, name = '', kind] of metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm))
      for (const end of kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
        known.add(`${name}${end}`);
    const rules = readFile('alerts.yml').replaceAll(/"[^"]*"/g, '""');
    const asked = new Set(rules.match(/\b(up|(fotolot|process|nodejs)_\w+)\b/g));
    ok(asked.size > 10, `${asked.size} names`);
    deepEqual(
      [...asked].filter((name) => !known.has(name)),
      [],
    );
  });

  it('are all about one job, whose target is where the example of settings puts the metrics', () => {
    const { METRICS_HOST, METRICS_PORT } = readConfig(parseEnv(readFile('settings.example')));
    const scraped = readFile('prometheus.yml');
    ok(scraped.includes(`"${METRICS_HOST}:${METRICS_PORT}"`));
    const jobs = [...readFile('alerts.yml').matchAll(/job="(\w+)"/g)].map(([, job]) => job);
    ok(jobs.every((job) => scraped.includes(`job_name: ${job}\n`)));
  });
});
