import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from './engine.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const READY_WITHIN_MS = 15_000;
/** WebDriver tells nothing of the console: the page keeps its errors itself, across addresses. */
const LISTEN = `if (!window.engineProblems) {
  window.engineProblems = JSON.parse(sessionStorage.getItem('engine-problems') ?? '[]');
  const note = (text) => { window.engineProblems.push(String(text)); sessionStorage.setItem('engine-problems', JSON.stringify(window.engineProblems)); };
  addEventListener('error', (event) => note(event.message));
  addEventListener('unhandledrejection', (event) => note(event.reason));
}`;

/** WebKitGTK by WebDriver on a screen of its own; null where webkit2gtk-driver or Xvfb is missing. */
export async function openWebKit(): Promise<Engine | null> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().reverse();
  if (!binary || !existsSync(DRIVER) || !existsSync(SCREEN)) return null;
  const home = await mkdtemp(join(tmpdir(), 'fotolot-webkit-'));
  const screen = await startScreen();
  const port = await unusedPort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen.display,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      LANG: 'C.UTF-8',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  });
  const ask = asker(`http://127.0.0.1:${port}`);
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
  };
  const { sessionId } = (await whenReady(() => ask('POST', '/session', { capabilities }))) as {
    sessionId: string;
  };
  const inSession = (method: string, path: string, body?: object) =>
    ask(method, `/session/${sessionId}${path}`, body);
  await inSession('POST', '/timeouts', { script: 60_000, pageLoad: 60_000 });
  const run = async (body: string, given: unknown = null) => {
    const script = `${LISTEN}; const done = arguments[1]; const given = JSON.parse(arguments[0]);
      (async () => { ${body} })().then((answer) => done(JSON.stringify({ answer: answer ?? null })), (error) => done(JSON.stringify({ error: String(error) })));`;
    const text = await inSession('POST', '/execute/async', { script, args: [JSON.stringify(given)] });
    const { answer, error } = JSON.parse(String(text));
    if (error) throw new Error(error);
    return answer;
  };
  return {
    name: 'WebKitGTK',
    run,
    goto: async (url) => void (await inSession('POST', '/url', { url })),
    async setFiles(selector, paths) {
      const found = await inSession('POST', '/element', { using: 'css selector', value: selector });
      const id = (found as Record<string, string>)[ELEMENT];
      await inSession('POST', `/element/${id}/value`, { text: paths.join('\n') });
    },
    problems: async () => (await run('return window.engineProblems')) as string[],
    async close() {
      await inSession('DELETE', '').catch(() => undefined);
      await end(driver);
      await end(screen.child);
      await rm(home, { recursive: true, force: true });
    },
  };
}

function asker(base: string) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(base + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await reply.json()) as { value: { error?: string; message?: string } };
    if (!reply.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`);
    return value;
  };
}

async function whenReady<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + READY_WITHIN_MS; ; await wait(200)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
    }
  }
}

/** The first display that nobody has. */
async function startScreen(): Promise<{ display: string; child: ChildProcess }> {
  const child = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const out = child.stdio[3] as NodeJS.ReadableStream;
  const [number] = (await once(out, 'data')) as [Buffer];
  return { display: `:${String(number).trim()}`, child };
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
