import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The connection between a browser and the server, as bad as a journey needs it. */
export interface SlowConnection {
  readonly url: string;
  /** Bytes that reached the server since the limit was set. */
  passed(): number;
  /** Lets so many bytes a second through towards the server; null lets all through. */
  limit(bytesPerSecond: number | null): void;
  /** Keeps what the server replies to requests that begin so („PUT /api/…”); returns what lets it go on to the browser. */
  holdReplies(to: string): () => void;
  /** Breaks every connection and takes no new one. */
  cut(): void;
  /** Breaks the browser's ends: the server hears nothing of it and goes on waiting. New connections are taken. */
  lose(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openSlowConnection(target: string): Promise<SlowConnection> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const browsers = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  const slowed = new Set<Socket>();
  let isCut = false;
  let rate: number | null = null;
  let passed = 0;
  let heldRequest: string | null = null;
  let held: Socket[] = [];
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((browser) => {
    keep(browser);
    browsers.add(browser);
    if (isCut) return browser.destroy();
    const app = connect(Number(port), hostname);
    keep(app);
    app.pipe(browser);
    app.on('released', () => app.pipe(browser));
    browser.on('close', () => {
      browsers.delete(browser);
      if (!lost.has(browser)) app.destroy();
    });
    app.on('close', () => browser.destroy());
    browser.on('data', (part: Buffer) => {
      passed += part.length;
      if (heldRequest !== null && part.toString('latin1').startsWith(heldRequest)) {
        held.push(app);
        app.unpipe(browser);
      }
      const hasRoom = app.write(part);
      if (hasRoom && rate === null) return;
      browser.pause();
      if (rate === null) app.once('drain', () => browser.resume());
      else {
        slowed.add(browser);
        setTimeout(() => browser.resume(), (part.length / rate) * 1000);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: () => passed,
    limit(bytesPerSecond) {
      rate = bytesPerSecond;
      passed = 0;
      if (rate === null) for (const browser of slowed) browser.resume();
      slowed.clear();
    },
    holdReplies(to) {
      heldRequest = to;
      return () => {
        heldRequest = null;
        for (const app of held) app.emit('released');
        held = [];
      };
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    lose() {
      for (const browser of browsers) {
        lost.add(browser);
        browser.destroy();
      }
    },
    mend() {
      isCut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
