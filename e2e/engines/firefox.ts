import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Engine } from './engine.ts';

const PROGRAM = '/usr/bin/firefox-esr';
const ADDRESS = /WebDriver BiDi listening on (ws:\/\/\S+)/;

type Answer = Readonly<Record<string, unknown>>;
interface RemoteValue {
  readonly type: string;
  readonly value?: unknown;
}

/** Firefox by WebDriver BiDi, which it speaks itself; null where Debian's firefox-esr is missing. */
export async function openFirefox(): Promise<Engine | null> {
  if (!existsSync(PROGRAM)) return null;
  const profile = await mkdtemp(join(tmpdir(), 'fotolot-firefox-'));
  const child = spawn(
    PROGRAM,
    ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile],
    {
      env: { ...process.env, HOME: profile, LANG: 'ro_RO.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const address = await firstMatch(child.stderr, ADDRESS);
  const problems: string[] = [];
  const { send, close } = await connect(`${address}/session`, (event, params) => {
    const { level, text } = params as { level?: string; text?: string };
    if (event === 'log.entryAdded' && level === 'error') problems.push(String(text));
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  return {
    name: 'Firefox',
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async run(body, given = null) {
      const answer = await send('script.callFunction', {
        functionDeclaration: `async (text) => { const given = JSON.parse(text); const answer = await (async () => { ${body} })(); return JSON.stringify(answer ?? null); }`,
        arguments: [{ type: 'string', value: JSON.stringify(given) }],
        target: { context },
        awaitPromise: true,
      });
      const { result } = answer as { result?: RemoteValue };
      if (typeof result?.value !== 'string') throw new Error(JSON.stringify(answer));
      return JSON.parse(result.value);
    },
    async setFiles(selector, files) {
      const located = await send('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      });
      const [node] = (located as { nodes: { sharedId: string }[] }).nodes;
      await send('input.setFiles', { context, element: { sharedId: node?.sharedId }, files });
    },
    problems: async () => problems,
    async close() {
      close();
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function firstMatch(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const found = pattern.exec(line)?.[1];
    if (found) {
      // Whatever else it says is not kept waiting.
      stream.resume();
      return found;
    }
  }
  throw new Error('Firefox ended before it could be driven');
}

async function connect(url: string, hear: (event: string, params: unknown) => void) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const open = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let asked = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.type === 'event') return hear(message.method, message.params);
    const waiting = open.get(message.id);
    open.delete(message.id);
    if (message.type === 'error') waiting?.reject(new Error(`${message.error}: ${message.message}`));
    else waiting?.resolve(message.result);
  };
  const send = (method: string, params: object) =>
    new Promise<Answer>((resolve, reject) => {
      asked += 1;
      open.set(asked, { resolve, reject });
      socket.send(JSON.stringify({ id: asked, method, params }));
    });
  return { send, close: () => socket.close() };
}
