import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';

/** The bytes of a picture on their way in. `announced`: what the request says of their number, if anything. */
export interface IncomingPicture {
  readonly bytes: Readable;
  readonly announced: number | null;
}

export function toIncomingPicture({ body, headers }: FastifyRequest): IncomingPicture {
  const length = headers['content-length'];
  return {
    bytes: body instanceof Readable ? body : Readable.from([]),
    announced: length === undefined ? null : Number(length),
  };
}

/** Writes them to `path`; refuses more than `limit` as soon as that is known. */
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

/** The same into memory. `hold` is told of each chunk, and may refuse it. */
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
