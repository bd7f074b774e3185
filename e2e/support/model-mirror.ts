import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FIXTURE = join(import.meta.dirname, '../../src/imaging/fixtures/tiny-model.ts');

/** A server of model files on this machine, with the smallest model that works. */
export interface ModelMirror {
  /** For CUTOUT_MODEL: a manifest that names this server's address. */
  readonly setting: string;
  readonly bytes: number;
  /** The next request is refused, or gets a share (0–1) of the file and then nothing. */
  refuseNext(status: number): void;
  holdNextAt(share: number): void;
  /** Breaks the connection that is held. */
  cut(): void;
  close(): Promise<void>;
}

export async function modelMirror(): Promise<ModelMirror> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-mirror-'));
  const program = `import { saveTinyModel } from ${JSON.stringify(FIXTURE)}; await saveTinyModel(${JSON.stringify(folder)});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const manifest = JSON.parse(await readFile(join(folder, 'model.json'), 'utf8'));
  const file = await readFile(join(folder, manifest.file));
  const line: { status?: number; share?: number }[] = [];
  const server = createServer(({ headers }, response) => {
    const { status, share } = line.shift() ?? {};
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const rest = file.subarray(from);
    const range = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` };
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, ...(from > 0 && range) });
    if (share === undefined) response.end(rest);
    else response.write(rest.subarray(0, Math.ceil(file.length * share) - from));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${manifest.file}`;
  const setting = join(folder, 'mine.json');
  await writeFile(setting, JSON.stringify({ ...manifest, address, bytes: file.length }));
  return {
    setting,
    bytes: file.length,
    refuseNext: (status) => void line.push({ status }),
    holdNextAt: (share) => void line.push({ share }),
    cut: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
