import { createHash } from 'node:crypto';
import * as contract from '#contract/users.ts';
import { AppError } from '#domain/errors.ts';
import { avatarVersion } from '#domain/users/avatar.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { toIncomingPicture } from '#server/http/files/receive-picture.ts';
import { sendPublicPicture } from '#server/http/files/send-file.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { uploadAvatar } from '#server/users/profile/avatar.ts';
import { findAvatarKey } from '#server/users/profile/profile-store.ts';
import { updateProfile } from '#server/users/profile/update-profile.ts';

/** Changes to one's own user document, and the public avatars. */
export function profileRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.updateMe, async ({ user, body }) => {
      await updateProfile(app, user, body);
      return readUserDocument(app, user.id);
    }),
    implementRoute(contract.uploadAvatar, async ({ user, request }) => {
      await uploadAvatar(app, user, toIncomingPicture(request));
      return readUserDocument(app, user.id);
    }),
    implementRoute(contract.removeAvatar, async ({ user }) => {
      await updateProfile(app, user, { photoURL: null });
      return readUserDocument(app, user.id);
    }),
    implementRoute(contract.readAvatar, async ({ params, query, request, reply }) => {
      const bytes = await readAvatar(app, params.userId);
      const version = avatarVersion(createHash('sha256').update(bytes).digest('hex'));
      const isForGood = query.v === version;
      return sendPublicPicture(request, reply, { bytes, mediaType: 'image/jpeg', version, isForGood });
    }),
  ];
}

const READS = 3;

/** A new avatar may take its place at any moment, and the file goes with that: then the new one is read. */
async function readAvatar(app: App, userId: string): Promise<Buffer> {
  for (let reads = 0; reads < READS; reads++) {
    const key = await findAvatarKey(app.db, userId);
    if (key === null) break;
    const bytes = await app.files.readWhole(key);
    if (bytes !== null) return bytes;
  }
  throw new AppError('http/not-found');
}
