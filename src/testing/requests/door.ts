import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A way to a server that a test can shut. */
export interface Door {
  /** The server's address by way of this door. */
  readonly url: string;
  /** Connections that were asked for. */
  readonly state: { tries: number };
  /** Cuts all connections and refuses new ones, until it is opened. */
  shut(): void;
  open(): void;
  /** Everything on its way through is lost without a word; new connections go through. Resolves when those connections are given up. */
  hush(): Promise<unknown>;
  close(): void;
}

/** `fromServer` makes what stands between what the server says on one connection and who hears it. */
export async function createDoor(target: URL, fromServer?: () => Transform): Promise<Door> {
  const sockets = new Set<Socket>();
  const state = { tries: 0 };
  let isOpen = true;
  const server = createServer({ noDelay: true }, (socket) => {
    state.tries += 1;
    sockets.add(socket.on('error', () => {}));
    if (!isOpen) return socket.destroy();
    const folder = target.searchParams.get('host');
    const inner = folder
      ? connect(`${folder}/.s.PGSQL.${target.port || 5432}`)
      : connect(Number(target.port), target.hostname);
    sockets.add(inner.on('error', () => {}));
    socket.pipe(inner);
    if (fromServer) inner.pipe(fromServer()).pipe(socket);
    else inner.pipe(socket);
    socket.on('close', () => {
      inner.destroy();
      sockets.delete(socket);
      sockets.delete(inner);
    });
    inner.on('close', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    state,
    shut: () => {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open: () => {
      isOpen = true;
    },
    hush: () => {
      const lost = [...sockets];
      for (const socket of lost) socket.unpipe().resume();
      return Promise.all(lost.map((socket) => once(socket, 'close')));
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Each thing that is said arrives so much later, in order. */
export function delayChunksBy(milliseconds: number): () => Transform {
  return () =>
    new Transform({
      transform(chunk, _, done) {
        // Not one after the other: what follows is on its way meanwhile.
        setTimeout(() => this.push(chunk), milliseconds);
        done();
      },
      flush: (done) => void setTimeout(done, milliseconds),
    });
}

/** Lets nothing through of what PostgreSQL sends unasked by LISTEN. Its messages are a letter, their length in four bytes, and the rest. */
export function withoutNotifications(): Transform {
  const NOTIFICATION = 'A'.charCodeAt(0);
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let read = Buffer.concat([rest, chunk]);
      while (read.length >= 5) {
        const length = 1 + read.readUInt32BE(1);
        if (read.length < length) break;
        if (read[0] !== NOTIFICATION) this.push(read.subarray(0, length));
        read = read.subarray(length);
      }
      rest = Buffer.from(read);
      done();
    },
  });
}
