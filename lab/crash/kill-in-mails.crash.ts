import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { ApiClient } from '../../e2e/support/api-client.ts';
import { PATIENCE } from '../../e2e/support/patience.ts';
import { startApp } from '../../e2e/support/start-app.ts';

const EMAIL = 'mail@fotolot.example';
const LIMIT_MS = 60_000 * PATIENCE;

test('a server killed between the mail server’s yes and the note of it sends the mail again, as the same one', async (t) => {
  const ids: (string | undefined)[] = [];
  const first = Promise.withResolvers<void>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, _, done) => {
      const letter = await text(stream);
      ids.push(/^Message-ID: (<.+>)\s*$/im.exec(letter)?.[1]);
      // The first mail is taken; its server never hears of it.
      if (ids.length === 1) first.resolve();
      else done();
    },
  });
  smtp.on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  t.after(() => new Promise<void>((closed) => smtp.close(() => closed())));
  const { port } = smtp.server.address() as AddressInfo;
  const app = await startApp({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  t.after(() => app.stop());

  const { status } = await new ApiClient(app.url).call('POST', '/api/auth/register', {
    body: { email: EMAIL, password: 'drumul spre Cluj' },
  });
  equal(status, 200);
  await first.promise;
  await app.kill('SIGKILL');
  await app.restart();

  const database = new pg.Client({
    connectionString: (await readFile(join(app.dataDir, 'database-url'), 'utf8')).trim(),
  });
  await database.connect();
  const unsent = async () => (await database.query('select id from mails where sent_at is null')).rows;
  const until = Date.now() + LIMIT_MS;
  while ((await unsent()).length > 0 && Date.now() < until) await wait(100);
  deepEqual(await unsent(), []);
  const { rows } = await database.query<{ id: string }>("select id from mails where kind = 'verify-email'");
  await database.end();
  const [mail] = rows;
  ok(mail);
  deepEqual(ids, Array(2).fill(`<${mail.id}@localhost>`));
});
