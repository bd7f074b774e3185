import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { PATIENCE } from './patience.ts';

export interface FoundBrowser {
  path: string;
  /** The npm one brings its own libraries and cannot use Chromium's sandbox. */
  own?: { env: Record<string, string> };
}

const ROOT = process.getuid?.() === 0;
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const FIXED_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera that shows a clock.
  '--use-fake-device-for-media-stream=fps=5',
];

let found: Promise<FoundBrowser> | undefined;

/**
 * A browser for the journeys on any machine, from what is there to what npm or, at last, the system's packages bring. It is looked for once
 * in a process: the npm package names its libraries only when it is imported the first time.
 */
export function findBrowser(): Promise<FoundBrowser> {
  found ??= search();
  return found;
}

async function search(): Promise<FoundBrowser> {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (!existsSync(asked)) throw new Error(`CHROMIUM_PATH names ${asked}, which does not exist.`);
    return { path: asked };
  }
  const there = installed() ?? playwrightCache();
  if (there) return { path: there };
  const own = await fromNpm();
  if (own) return own;
  const fetched = fromSystemPackages();
  if (fetched) return { path: fetched };
  throw new Error(
    'No browser was found for the journeys. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

/** Starts the browser; its pages may use the camera that it plays, unless that is denied. */
export async function launchBrowser(camera: 'allow' | 'deny' = 'allow'): Promise<Browser> {
  const found = await findBrowser();
  const launch = (sandbox: boolean) =>
    chromium.launch({
      executablePath: found.path,
      headless: true,
      chromiumSandbox: sandbox,
      args: [...FLAGS, `--use-fake-ui-for-media-stream${camera === 'deny' ? '=deny' : ''}`],
      ...(found.own && { env: found.own.env }),
    });
  if (ROOT || found.own) return launch(false);
  return launch(true).catch((error: Error) => {
    // Containers and some distributions forbid ordinary users the namespaces the sandbox is made of.
    if (!/sandbox|namespace/i.test(error.message)) throw error;
    return launch(false);
  });
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, ...FIXED_PATHS].find((path) => existsSync(path) && answers(path));
}

/** Some distributions leave a stub at the browser's place which only says how to install it. */
function answers(path: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    return /\d+\.\d+/.test(
      execFileSync(path, ['--version'], {
        encoding: 'utf8',
        timeout: 30_000 * PATIENCE,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  } catch {
    return false;
  }
}

function playwrightCache(): string | undefined {
  const expected = chromium.executablePath();
  if (expected && existsSync(expected)) return expected;
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright');
  if (!existsSync(cache)) return undefined;
  const versions = readdirSync(cache)
    .filter((name) => name.startsWith('chromium'))
    .sort()
    .reverse();
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
  ];
  return versions
    .flatMap((version) => programs.map((program) => join(cache, version, program)))
    .find(existsSync);
}

async function fromNpm(): Promise<FoundBrowser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const before = { ...process.env };
  // Without it the package does not unpack its own NSS libraries, which a bare system lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    const path = await packaged.executablePath();
    nameFonts();
    const env = Object.fromEntries(
      Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    return { path, own: { env } };
  } catch {
    return undefined;
  } finally {
    // Its libraries are for the browser only, not for every program a test starts afterwards.
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** The package's own list names /tmp whatever the temporary folder is; without any font, text has no size and counts as hidden. */
function nameFonts(): void {
  const folder = join(tmpdir(), 'fonts');
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    `<fontconfig><dir>${folder}</dir><cachedir>${folder}-cache</cachedir></fontconfig>`,
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'fonts.conf'), lines.join('\n'));
}

function fromSystemPackages(): string | undefined {
  if (!ROOT || !existsSync('/usr/bin/apt-get')) return undefined;
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  try {
    execFileSync('apt-get', ['update', '-qq'], quiet);
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], quiet);
  } catch {
    return undefined;
  }
  return installed();
}
