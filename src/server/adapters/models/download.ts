import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { asFailure, FetchFailed } from './fetch-failed.ts';
import { type RangeRequest, requestFile } from './request.ts';

/** A connection that brings nothing for so long is given up. */
export const STALL_MS = 30_000;

export interface Download extends Pick<RangeRequest, 'address' | 'proxy' | 'signal'> {
  /** The unfinished file; what lies there is gone on with. */
  readonly part: string;
  readonly bytes: number;
  readonly sha256: string;
  onProgress(doneBytes: number): void;
}

/**
 * One try: when it resolves, the whole file lies at `part`, checked by size and hash and synced; else it refuses with a FetchFailed. What
 * has arrived stays for the next try unless it is wrong. A file that was put together of several tries and is wrong is fetched once more
 * from its beginning at once.
 */
export function downloadFile(wanted: Download): Promise<void> {
  return tryDownload(wanted).catch((error) => {
    throw asFailure(error);
  });
}

async function tryDownload(wanted: Download): Promise<void> {
  const had = await readFileSize(wanted.part);
  if (had > wanted.bytes) await rm(wanted.part);
  const isResumed = had > 0 && had <= wanted.bytes;
  try {
    if (had !== wanted.bytes) await receiveBytes(wanted, isResumed ? had : 0);
    await verifyDownload(wanted);
  } catch (error) {
    const isWrong = error instanceof FetchFailed && error.kind === 'wrong-bytes';
    if (isWrong) await rm(wanted.part, { force: true });
    if (!isWrong || !isResumed) throw error;
    await receiveBytes(wanted, 0);
    await verifyDownload(wanted);
  }
}

export async function readFileSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  return found?.size ?? 0;
}

async function verifyDownload({ part, bytes, sha256, signal }: Download): Promise<void> {
  const size = await readFileSize(part);
  if (size < bytes) throw new FetchFailed('cut-off', `${size} of ${bytes} bytes have arrived`);
  const found = await hashFile(part, signal);
  if (found !== sha256) throw new FetchFailed('wrong-bytes', `its SHA-256 is ${found}`);
  const handle = await open(part, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  await pipeline(file, hash, signal ? { signal } : {});
  return hash.digest('hex');
}

/** Every piece that arrives puts the end of patience off. */
async function receiveBytes(wanted: Download, had: number): Promise<void> {
  const stall = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(), STALL_MS);
  };
  moved();
  try {
    await receiveWhile(wanted, had, { moved, signal: AbortSignal.any([wanted.signal, stall.signal]) });
  } catch (error) {
    if (stall.signal.aborted) throw new FetchFailed('stalled', `nothing came for ${STALL_MS / 1000} s`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function receiveWhile(
  wanted: Download,
  had: number,
  { moved, signal }: { moved: () => void; signal: AbortSignal },
): Promise<void> {
  const { part, bytes, onProgress } = wanted;
  const { response, from } = await requestRest(wanted, had, signal);
  try {
    moved();
    // A server without ranges begins again, and so do we.
    const handle = await open(part, from === 0 ? 'w' : 'a', 0o600);
    try {
      let done = from;
      onProgress(done);
      for await (const piece of response as AsyncIterable<Buffer>) {
        moved();
        done += piece.length;
        if (done > bytes) throw new FetchFailed('wrong-size', `more than ${bytes} bytes came`);
        await handle.appendFile(piece);
        onProgress(done);
      }
    } finally {
      await handle.close();
    }
  } finally {
    response.destroy();
  }
}

/** Statuses of answers to a range that a server, or a cache on the way, does not understand: it would say the same at each try. */
const NO_RANGES = new Set([206, 400, 416]);

/** Asks for the rest of the file, and once for all of it where no rest can be had. */
async function requestRest(
  wanted: Pick<Download, 'address' | 'proxy' | 'bytes'>,
  had: number,
  signal: AbortSignal,
): Promise<{ response: IncomingMessage; from: number }> {
  const { address, proxy, bytes } = wanted;
  const response = await requestFile({ address, proxy, from: had, signal });
  try {
    return { response, from: parseStartByte(response, { had, bytes }) };
  } catch (error) {
    response.destroy();
    if (had === 0 || !NO_RANGES.has(response.statusCode ?? 0)) throw error;
  }
  return requestRest(wanted, 0, signal);
}

/** The byte that the answer begins with. Refuses one that is about another file. */
function parseStartByte(
  { statusCode, headers }: IncomingMessage,
  { had, bytes }: { had: number; bytes: number },
): number {
  if (statusCode !== 200 && statusCode !== 206) throw new FetchFailed('refused', `HTTP ${statusCode}`);
  const [, from = '0', , total = ''] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
  const start = statusCode === 206 ? Number(from) : 0;
  if (statusCode === 206 && start !== had)
    throw new FetchFailed('refused', 'another part came than was asked for');
  const length = headers['content-length'];
  const isOther =
    (length !== undefined && start + Number(length) !== bytes) ||
    (/^\d+$/.test(total) && Number(total) !== bytes);
  if (isOther) throw new FetchFailed('wrong-size', `it has other than ${bytes} bytes`);
  return start;
}
