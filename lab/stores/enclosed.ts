import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_PATH } from './debian-tree.ts';

/** Where a program of the tree finds its data folder. */
export const DATA = '/srv';

export interface Enclosure {
  readonly tree: string;
  /** A folder of this machine; what programs say is in `NAME.out` there. */
  readonly data: string;
}

/**
 * Starts a program of the tree with mounts and processes of its own. The kernel kills it, with all it started, as soon as the process ends
 * that called this, however that ends; its mounts go with it. It shares nothing but the network of this machine and its data folder.
 */
export function startEnclosed(
  { tree, data }: Enclosure,
  [program = '', ...args]: readonly string[],
): ChildProcess {
  const mounts = `mount --rbind /dev "$0/dev" && mount -t tmpfs none "$0/run" && mount -t tmpfs none "$0/tmp" &&
    mount --bind "$1" "$0${DATA}" && mount --bind "$1/etc" "$0/etc/swift" && tree=$0 && shift && exec chroot "$tree" "$@"`;
  const enclose = [
    ...['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child'],
    ...[`--mount-proc=${tree}/proc`, 'sh', '-c', mounts, tree, data, program, ...args],
  ];
  const output = openSync(readOutput(data, program), 'a');
  const child = spawn('setpriv', enclose, {
    stdio: ['ignore', output, output],
    env: { PATH: SYSTEM_PATH, LC_ALL: 'C.UTF-8', HOME: '/root' },
  });
  closeSync(output);
  return child;
}

/** Runs a program of the tree to its end. Fails with what it said. */
export async function runEnclosed(enclosure: Enclosure, command: readonly string[]): Promise<void> {
  const [code] = (await once(startEnclosed(enclosure, command), 'exit')) as [number | null];
  if (code !== 0)
    throw new Error(`${command.join(' ')} failed (${code}):\n${said(enclosure, command[0] ?? '')}`);
}

/** The end of what a program said. */
export function said({ data }: Enclosure, program: string): string {
  return readFileSync(readOutput(data, program), 'utf8').trim().split('\n').slice(-12).join('\n');
}

/** Ends programs as a power cut does; resolves when they are gone. */
export async function killEnclosed(children: readonly ChildProcess[]): Promise<void> {
  const alive = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const gone = alive.map((child) => once(child, 'exit'));
  for (const child of alive) killInside(child);
  await Promise.all(gone);
}

/** The first process inside goes with all others there before the one around it ends, so that nothing of it is left then. */
function killInside(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const inside = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
  process.kill(Number.isNaN(inside) ? pid : inside, 'SIGKILL');
}

function readOutput(data: string, program: string): string {
  return join(data, `${program}.out`);
}
