import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';

/** A picture's bytes as they arrive. `announced`: content-length in bytes, if the request has one. */
export interface IncomingPicture {
  readonly bytes: Readable;
  readonly announced: number | null;
}

/** Returns the picture in a request's body; empty where there is none. */
export function toIncomingPicture({ body, headers }: FastifyRequest): IncomingPicture {
  const length = headers['content-length'];
  return {
    bytes: body instanceof Readable ? body : Readable.from([]),
    announced: length === undefined ? null : Number(length),
  };
}

/** Writes the picture to `path`. Throws `photos/too-large-file` as soon as it is known to exceed `limit` bytes. */
export async function receivePicture(picture: IncomingPicture, path: string, limit: number): Promise<void> {
  refuseTooLarge(picture.announced ?? 0, limit);
  const file = await open(path, 'w');
  let received = 0;
  try {
    // Destroying the request would cut the connection before its refusal is out.
    for await (const chunk of picture.bytes.iterator({ destroyOnReturn: false })) {
      received += (chunk as Buffer).length;
      refuseTooLarge(received, limit);
      await file.appendFile(chunk as Buffer);
    }
  } finally {
    await file.close();
  }
}

/** Reads the picture into memory; `hold` is told of each chunk's bytes and may throw. Throws `photos/too-large-file` past `limit` bytes. */
export async function readPicture(
  picture: IncomingPicture,
  limit: number,
  hold: (bytes: number) => void,
): Promise<Buffer> {
  refuseTooLarge(picture.announced ?? 0, limit);
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of picture.bytes.iterator({ destroyOnReturn: false })) {
    received += (chunk as Buffer).length;
    refuseTooLarge(received, limit);
    hold((chunk as Buffer).length);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function refuseTooLarge(bytes: number, limit: number): void {
  if (bytes > limit) throw new AppError('photos/too-large-file', { limit });
}
