import { createHash } from 'node:crypto';
import * as contract from '#contract/users.ts';
import { AppError } from '#domain/errors.ts';
import { avatarKey, avatarVersion } from '#domain/users/avatar.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { pictureOf } from '#server/http/files/receive-picture.ts';
import { sendPublicPicture } from '#server/http/files/send-file.ts';
import { type Handled, handle } from '#server/http/handle.ts';
import { uploadAvatar } from '#server/users/profile/avatar.ts';
import { updateProfile } from '#server/users/profile/update-profile.ts';

/** Changes to one's own user document, and the public avatars. */
export function profileRoutes(app: App): Handled[] {
  return [
    handle(contract.updateMe, async ({ user, body }) => {
      await updateProfile(app, user, body);
      return readUserDocument(app, user.id);
    }),
    handle(contract.uploadAvatar, async ({ user, request }) => {
      await uploadAvatar(app, user, pictureOf(request));
      return readUserDocument(app, user.id);
    }),
    handle(contract.removeAvatar, async ({ user }) => {
      await updateProfile(app, user, { photoURL: null });
      return readUserDocument(app, user.id);
    }),
    handle(contract.readAvatar, async ({ params, query, request, reply }) => {
      const bytes = await readAvatar(app, params.userId);
      const version = avatarVersion(createHash('sha256').update(bytes).digest('hex'));
      const isForGood = query.v === version;
      return sendPublicPicture(request, reply, { bytes, mediaType: 'image/jpeg', version, isForGood });
    }),
  ];
}

/** Read at once: a new avatar may take the file's place at any moment. */
async function readAvatar(app: App, userId: string): Promise<Buffer> {
  const bytes = await app.files.readWhole(avatarKey(userId));
  if (bytes === null) throw new AppError('http/not-found');
  return bytes;
}
