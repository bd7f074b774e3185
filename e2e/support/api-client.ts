import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

/** The API as a program uses it, for journeys that need no page. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a journey reads what the wire carries
  body: any;
}

const TUS = { 'tus-resumable': '1.0.0' };

export class ApiClient {
  readonly url: string;
  #cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  /** The headers by which the server knows whose request it is. */
  headers(): Record<string, string> {
    return { 'sec-fetch-site': 'same-origin', ...(this.#cookie && { cookie: this.#cookie }) };
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...this.headers(), ...init.headers } as Record<string, string>;
    const response = await fetch(new URL(path, this.url), { ...init, headers });
    const set = response.headers.getSetCookie().find((line) => /^(__Host-)?sid=/.test(line));
    if (set) this.#cookie = set.split(';')[0] ?? '';
    return response;
  }

  async call(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await this.send(path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Announces an upload; returns the address for its bytes. */
  /** Begun again with the same key, it is the same photo. */
  async beginUpload(
    length: number,
    name: string,
    { batchId, key = randomUUID() }: { batchId: string; key?: string },
  ): Promise<string> {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const metadata = `name ${encode(name)},batchId ${encode(batchId)},key ${encode(key)}`;
    const created = await this.send('/api/uploads', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata },
    });
    const location = created.headers.get('location');
    if (!location) throw new Error(`upload refused: ${created.status} ${await created.text()}`);
    return location;
  }

  /** The bytes from there on. */
  sendBytes(location: string, bytes: Uint8Array<ArrayBuffer>, offset: number): Promise<Response> {
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    return this.send(location, {
      method: 'PATCH',
      headers: { ...TUS, ...headers },
      body: bytes.subarray(offset),
    });
  }

  /** Returns the bytes that have arrived; 'lost' when the server has no such upload; null when it does not say. */
  async arrived(location: string): Promise<number | 'lost' | null> {
    const answer = await this.send(location, { method: 'HEAD', headers: TUS });
    if (answer.status === 404) return 'lost';
    return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : null;
  }

  async upload(bytes: Uint8Array<ArrayBuffer>, name: string, batchId: string): Promise<string> {
    const location = await this.beginUpload(bytes.length, name, { batchId });
    const sent = await this.sendBytes(location, bytes, 0);
    if (sent.status !== 204) throw new Error(`upload refused: ${sent.status} ${await sent.text()}`);
    return location.split('/').at(-1) ?? '';
  }
}

/** Runs one of the repository's programs to its end; returns its exit status and output. */
export async function runTool(
  path: string,
  args: string[],
  { dataDir, env = {} }: { dataDir: string; env?: Readonly<Record<string, string>> },
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [path, ...args], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (part) => {
    output += part;
  });
  child.stderr.on('data', (part) => {
    output += part;
  });
  const [code] = await once(child, 'exit');
  return { code, output };
}
