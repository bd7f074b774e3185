import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** 173 MB to fetch, 690 MB on disk. Their dependencies come along; no script of any package is run. */
const SUITE = 'trixie';
const PACKAGES = [
  ...['base-files', 'radosgw', 'ceph-mon', 'ceph-osd'],
  ...['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
];
const PUBLIC_MIRROR = 'http://deb.debian.org/debian';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const TRIES = 4;
const PAUSE_MS = 10_000;
/** Where programs are that an ordinary PATH may lack. */
export const SYSTEM_PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
const ENV = { ...process.env, PATH: SYSTEM_PATH, LC_ALL: 'C' };

/** Why there can be no such tree on this machine; null: nothing is in the way. */
export function obstacle(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux and root';
  const lacking = ['apt-get', 'dpkg-deb', 'unshare', 'setpriv', 'chroot', 'mount'].filter(
    (name) => !SYSTEM_PATH.split(':').some((folder) => existsSync(join(folder, name))),
  );
  if (lacking.length > 0) return `${lacking.join(', ')} not found: it needs Debian or one of its kind`;
  if (!existsSync(KEYRING)) return `${KEYRING} is missing: apt-get install debian-archive-keyring`;
  return null;
}

/**
 * Returns a folder with the programs of a Debian release, which is made once and kept in the user's cache. Nothing outside of that folder
 * changes: apt resolves and checks the packages with a state of its own, and they are only unpacked.
 */
export async function debianTree(): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fotolot');
  const version = createHash('sha256')
    .update([SUITE, ...PACKAGES, TREE_FORMAT].join())
    .digest('hex');
  const tree = join(cache, `debian-${SUITE}-${version.slice(0, 8)}`);
  if (existsSync(tree)) return tree;
  const folder = `${tree}.${process.pid}`;
  const log = join(cache, `debian-${SUITE}.log`);
  console.log(`fetching programs of Debian ${SUITE} into ${tree}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(log, '');
  try {
    const archives = await fetchPackages(folder, log);
    await unpack(archives, join(folder, 'tree'));
    // Another run may have been quicker.
    if (!existsSync(tree)) renameSync(join(folder, 'tree'), tree);
    return tree;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the packages' paths. */
async function fetchPackages(folder: string, log: string): Promise<string[]> {
  for (const each of ['lists/partial', 'archives/partial', 'sources', 'parts', 'tree'])
    mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, 'status'), '');
  writeFileSync(join(folder, 'apt.conf'), settings(folder));
  writeFileSync(
    join(folder, 'sources', 'debian.sources'),
    `Types: deb\nURIs: ${mirror()}\nSuites: ${SUITE}\nComponents: main\nSigned-By: ${KEYRING}\n`,
  );
  await apt(folder, log, ['update', '--error-on=any']);
  await apt(folder, log, ['install', '--yes', '--download-only', ...PACKAGES]);
  return globSync(join(folder, 'archives', '*.deb')).sort();
}

/** Of the machine's own settings only the way to its mirror counts: proxies, limits of time. */
function settings(folder: string): string {
  const way = execFileSync('apt-config', ['dump'], { env: ENV, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.startsWith('Acquire::'));
  return [
    ...way,
    `Dir::State "${folder}";`,
    `Dir::State::status "${folder}/status";`,
    `Dir::Cache "${folder}";`,
    `Dir::Etc::main "/dev/null";`,
    `Dir::Etc::parts "${folder}/parts";`,
    `Dir::Etc::sourcelist "/dev/null";`,
    `Dir::Etc::sourceparts "${folder}/sources";`,
    `Dir::Etc::preferences "/dev/null";`,
    `Dir::Etc::preferencesparts "${folder}/parts";`,
    'APT::Install-Recommends "false";',
    'APT::Sandbox::User "root";',
    'Acquire::Retries "2";',
    'Acquire::Languages "none";',
    'Debug::NoLocking "true";',
  ].join('\n');
}

/** DEBIAN_MIRROR, else the one that this machine has its packages from, else the public one. */
function mirror(): string {
  if (process.env.DEBIAN_MIRROR) return process.env.DEBIAN_MIRROR;
  const sources = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], {
    env: ENV,
    encoding: 'utf8',
  });
  return sources.split('\n').find((address) => /\/debian\/?$/.test(address)) ?? PUBLIC_MIRROR;
}

/** A mirror may fail for a moment: several tries, each told. Fails with the end of what apt said. */
async function apt(folder: string, log: string, args: readonly string[]): Promise<void> {
  const env = { ...ENV, APT_CONFIG: join(folder, 'apt.conf'), DEBIAN_FRONTEND: 'noninteractive' };
  for (let tries = 1; ; tries++) {
    try {
      const { stdout, stderr } = await run('apt-get', ['-q', ...args], { env, maxBuffer: 2 ** 26 });
      appendFileSync(log, `# apt-get ${args.join(' ')}\n${stdout}${stderr}`);
      return;
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
      const said = `${stdout}${stderr}` || message;
      appendFileSync(log, `# apt-get ${args.join(' ')}, try ${tries}\n${said}\n`);
      console.log(`apt-get ${args[0]} failed (try ${tries} of ${TRIES}; all it said: ${log})`);
      if (tries === TRIES)
        throw new Error(`Debian's packages cannot be had:\n${said.trim().split('\n').slice(-8).join('\n')}`);
      await wait(PAUSE_MS * tries);
    }
  }
}

/** Changes when the same packages make another tree. */
const TREE_FORMAT = '1';

async function unpack(archives: readonly string[], tree: string): Promise<void> {
  // It holds the links by which the others find their places.
  const first = archives.filter((path) => /\/base-files_[^/]+$/.test(path));
  for (const path of [...first, ...archives]) await run('dpkg-deb', ['--extract', path, tree], { env: ENV });
  for (const folder of ['srv', 'etc/swift']) mkdirSync(join(tree, folder), { recursive: true });
  for (const name of ['doc', 'man', 'locale', 'info'])
    rmSync(join(tree, 'usr/share', name), { recursive: true, force: true });
  writeFileSync(join(tree, 'etc/hosts'), '127.0.0.1 localhost\n');
  writeFileSync(join(tree, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  writeFileSync(join(tree, 'etc/group'), 'root:x:0:\n');
}
