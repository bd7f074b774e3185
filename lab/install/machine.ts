import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pollUntil } from '#testing/server.ts';

const run = promisify(execFile);

const SUITE = 'trixie';
const BOOT = join(import.meta.dirname, 'boot');
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** What a rented Debian has, and debootstrap's smallest lacks. */
const RENTED = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates'];
/** Of a control group that nothing is in any more; its hierarchy may be mounted nowhere. */
const REMOVE_GROUP =
  'mkdir "$0/groups" && mount -t cgroup2 cgroup2 "$0/groups" && find "$0/groups/$1" -depth -type d -exec rmdir {} + && umount "$0/groups"';
const LONGEST_MS = 20 * 60_000;

export interface Machine {
  /** Its files, seen from outside. */
  readonly tree: string;
  /** Runs lines of a shell there as root; with `network` in the network of the machine around it. Returns what they printed; throws with its end. */
  sh(lines: string, options?: { network?: boolean; env?: Record<string, string> }): Promise<string>;
  close(): Promise<void>;
}

/** Throws where no Debian can be made and booted here. */
export function demandMeans(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('This needs Linux and root.');
  const paths = `${process.env.PATH}:/usr/sbin:/sbin`.split(':');
  const isMissing = (name: string) => !paths.some((folder) => existsSync(join(folder, name)));
  if (isMissing('debootstrap')) apt(['install', '--yes', '--no-install-recommends', 'debootstrap']);
  const missing = ['debootstrap', 'unshare', 'nsenter', 'chroot', 'mount', 'ip', 'git'].filter(isMissing);
  if (missing.length > 0) throw new Error(`Programs are missing: ${missing.join(', ')}.`);
}

function apt(args: readonly string[]): void {
  execFileSync('apt-get', ['-q', 'update'], { stdio: 'ignore' });
  execFileSync('apt-get', ['-q', ...args], { stdio: 'inherit' });
}

/** Makes a bare Debian in a new folder and boots it. All that its shells print goes to `log`. */
export async function bootMachine(log: string): Promise<Machine> {
  const bare = await makeBareDebian(log);
  const folder = mkdtempSync('/var/tmp/fotolot-install-');
  const tree = join(folder, 'tree');
  await run('cp', ['-a', bare, tree]);
  borrowFromHost(tree);
  const output = openSync(join(folder, 'boot.log'), 'a');
  const group = `fotolot-install-${process.pid}`;
  const booting = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', '--mount', BOOT, tree, group], {
    stdio: ['ignore', output, output],
  });
  const close = async () => {
    const init = findInit(booting);
    booting.kill('SIGKILL');
    await pollUntil(
      async () => init === null || !existsSync(`/proc/${init}`),
      (isGone) => isGone,
    );
    keepArchives(tree);
    await run('unshare', ['--mount', 'sh', '-c', REMOVE_GROUP, folder, group]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const init = await pollUntil(
      async () => findInit(booting),
      (pid) => pid !== null || booting.exitCode !== null,
    );
    if (init === null) throw new Error(readFileSync(join(folder, 'boot.log'), 'utf8'));
    const sh: Machine['sh'] = (lines, options = {}) => runInside({ init, log }, lines, options);
    await sh('timeout 90 systemctl is-system-running --wait || true');
    return { tree, sh, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns a folder with debootstrap's smallest Debian and systemd, made once and kept in the user's cache. */
async function makeBareDebian(log: string): Promise<string> {
  const bare = join(cacheFolder(), `bare-${SUITE}`);
  if (existsSync(bare)) return bare;
  const half = `${bare}.${process.pid}`;
  console.log(`making a Debian ${SUITE} in ${bare}`);
  const include = `--include=${RENTED.join(',')}`;
  const mirror = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
  const { stdout } = await run('debootstrap', ['--variant=minbase', include, SUITE, half, mirror], {
    maxBuffer: 2 ** 26,
  });
  appendFileSync(log, stdout);
  renameSync(half, bare);
  return bare;
}

function cacheFolder(): string {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fotolot', 'install');
  mkdirSync(join(folder, 'archives'), { recursive: true });
  return folder;
}

/** Writes the bare Debian as an archive, with this machine's way to mirrors. */
export async function packBareDebian(archive: string): Promise<void> {
  const folder = mkdtempSync('/var/tmp/fotolot-install-base-');
  try {
    await run('cp', ['-a', join(cacheFolder(), `bare-${SUITE}`), join(folder, 'tree')]);
    borrowFromHost(join(folder, 'tree'));
    await run('tar', [
      '-C',
      join(folder, 'tree'),
      '--exclude=./var/cache/apt/archives/*.deb',
      '-cf',
      archive,
      '.',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The way to mirrors and registries is the one of the machine around: names, certificates, apt's settings, npm's. */
function borrowFromHost(tree: string): void {
  const certificates = 'etc/ssl/certs/ca-certificates.crt';
  for (const path of [
    'etc/resolv.conf',
    'etc/hosts',
    certificates,
    ...globSync('etc/apt/apt.conf.d/99*', { cwd: '/' }),
  ])
    if (existsSync(join('/', path))) cpSync(join('/', path), join(tree, path), { dereference: true });
  appendFileSync(join(tree, 'etc/hosts'), '127.0.0.1 fotolot.example\n');
  // What is thrown away need not survive a power cut.
  writeFileSync(join(tree, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
  cpSync(join(cacheFolder(), 'archives'), join(tree, 'var/cache/apt/archives'), { recursive: true });
}

/** Packages that were fetched once are not fetched again by the next run. */
function keepArchives(tree: string): void {
  const from = join(tree, 'var/cache/apt/archives');
  for (const name of existsSync(from) ? readdirSync(from).filter((each) => each.endsWith('.deb')) : [])
    cpSync(join(from, name), join(cacheFolder(), 'archives', name));
}

/** Returns the first process of the booted Debian once it is systemd; null before. */
function findInit({ pid }: ChildProcess): number | null {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd' ? Number(child) : null;
  } catch {
    return null;
  }
}

async function runInside(
  { init, log }: { init: number; log: string },
  lines: string,
  { network = false, env = {} }: { network?: boolean; env?: Record<string, string> },
): Promise<string> {
  appendFileSync(log, `\n${lines.trim().replaceAll(/^/gm, '# ')}\n`);
  const settings = { PATH, HOME: '/root', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive', ...env };
  const within = [
    '--target',
    String(init),
    '--mount',
    '--pid',
    '--uts',
    '--ipc',
    '--cgroup',
    '--root',
    '--wd',
  ];
  const shell = [
    '/usr/bin/env',
    '-i',
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  ];
  const child = spawn(
    'nsenter',
    [...within, ...(network ? [] : ['--net']), ...shell, '/bin/bash', '-euo', 'pipefail', '-c', lines],
    { stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS },
  );
  let printed = '';
  let all = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    all += text;
    appendFileSync(log, text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    all += text;
    appendFileSync(log, text);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0)
    throw new Error(`ended with ${code ?? signal}:\n${all.trim().split('\n').slice(-25).join('\n')}`);
  return printed.trim();
}
