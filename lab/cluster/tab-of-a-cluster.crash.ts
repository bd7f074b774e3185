import { deepEqual, equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fillBatch, readBatch, visit } from '../../e2e/support/batches.ts';
import { launchBrowser } from '../../e2e/support/find-browser.ts';
import { renderScenes } from '../../e2e/support/photo-files.ts';
import { litFrames, press, until } from '../../e2e/support/steps.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PHOTOS = 9;

test('a tab sees every photo light up without being loaded again while each web process is killed once', async (t) => {
  const program = spawn(process.execPath, ['lab/cluster/cluster-program.ts'], {
    cwd: ROOT,
    env: { ...process.env, DELAY_MS: '300' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(async () => {
    program.stdin.end();
    if (program.exitCode === null) await once(program, 'exit');
  });
  const [line] = await once(createInterface({ input: program.stdout }), 'line');
  const { url, webs } = JSON.parse(line) as { url: string; webs: number[] };
  const [browser, scenes] = await Promise.all([launchBrowser(), renderScenes(PHOTOS, 2)]);
  t.after(() => Promise.all([browser.close(), scenes.remove()]));
  const { person, client } = await visit(browser, url, { email: 'dealer@fotolot.example' });
  const { page } = person;
  const batchId = await fillBatch(client, 'Ghete', scenes.paths);
  await page.goto(`/process/${batchId}`);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await press(person, page.getByRole('button', { name: /^Procesează/ }));
  for (const [n, pid] of webs.entries()) {
    process.kill(pid, 'SIGKILL');
    // Some more have lit up since, in this very page.
    await until(
      () => litFrames(page),
      (lit) => lit > 2 * n,
    );
  }
  await page.getByRole('heading', { name: 'Gata de publicat' }).waitFor();
  deepEqual(loads, []);
  const { state, results } = await readBatch(client, batchId);
  deepEqual([state, Object.keys(results).length], ['done', PHOTOS]);
  equal(program.exitCode, null);
});
