import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '#domain/errors.ts';
import { AVATAR_MAX_BYTES } from '#domain/users/avatar.ts';
import type { App, User } from '#server/app.ts';
import { countHit } from '#server/http/limits.ts';
import { isSessionOpen } from '#server/users/session-store.ts';
import { storeAvatar } from '#server/users/store-avatar.ts';

/** Pictures of one user that are fetched or made. */
export const PICTURES = { hits: 20, seconds: 3600 };

/** The bytes of any accepted photo become the user's avatar. `announced`: what the request says of its length, if anything. */
export async function uploadAvatar(
  app: App,
  user: User,
  photo: { readonly bytes: Readable; readonly announced: number | null },
): Promise<void> {
  await countHit(app, `avatar:${user.id}`, PICTURES, 'http/too-many-requests');
  refuseTooLarge(photo.announced ?? 0);
  const source = app.files.temporaryPath();
  try {
    await receive(photo.bytes, source);
    // Signed out while the last bytes came.
    if (!(await isSessionOpen(app, user))) throw new AppError('auth/session-required');
    await storeAvatar(app, user.id, source);
  } finally {
    await app.files.discard(source);
  }
}

async function receive(bytes: Readable, path: string): Promise<void> {
  const file = await open(path, 'w');
  let received = 0;
  try {
    // Destroying the request would cut the connection before its refusal is out.
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      received += (chunk as Buffer).length;
      refuseTooLarge(received);
      await file.appendFile(chunk as Buffer);
    }
  } finally {
    await file.close();
  }
}

function refuseTooLarge(bytes: number): void {
  if (bytes > AVATAR_MAX_BYTES) throw new AppError('photos/too-large-file', { limit: AVATAR_MAX_BYTES });
}
