import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runContainers } from './containers.ts';
import { readInstallPage } from './install-page.ts';
import { bootMachine, demandMeans } from './machine.ts';
import { installServer, operate, proxyByCaddy, proxyByNginx, type Scene, updateAndReturn } from './steps.ts';

/**
 * `node lab/install/main.ts`: the lines of docs/install.md on a bare Debian that is made and booted for them, and a look whether what the
 * page promises is so. Needs Linux, root and Debian's packages. Exit status 1 at the first thing that is not so.
 */
const ROOT = join(import.meta.dirname, '..', '..');

demandMeans();
const log = join(mkdtempSync(join(tmpdir(), 'fotolot-install-log-')), 'log');
const began = performance.now();
let held = 0;
const note = (what: string) => {
  held += 1;
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${what}`);
};
console.log(`all that is printed: ${log}`);
const machine = await bootMachine(log);
try {
  const tree = execFileSync('git', ['stash', 'create'], { cwd: ROOT, encoding: 'utf8' }).trim() || 'HEAD';
  execFileSync('git', ['archive', `--output=${machine.tree}/root/fotolot.tar`, tree], { cwd: ROOT });
  const version = readFileSync(join(machine.tree, 'etc/debian_version'), 'utf8').trim();
  note(`Debian ${version} runs, ${(await machine.sh('systemctl --version')).split('\n')[0]}`);
  const scene: Scene = { machine, blocks: readInstallPage(), note, password: '', photos: 0 };
  await installServer(scene);
  await proxyByCaddy(scene);
  await proxyByNginx(scene);
  await operate(scene);
  await updateAndReturn(scene);
  await runContainers(scene);
  console.log(`${held} passed, 0 failed`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log(`${held} passed, 1 failed`);
  process.exitCode = 1;
} finally {
  await machine.close();
}
