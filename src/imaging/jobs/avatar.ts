/** Any accepted photo as an avatar: upright, the square in its middle, 256 px, sRGB, nothing else in the file. */

import { boxOfAspect } from '#domain/recipes/geometry.ts';
import { AVATAR_SIDE } from '#domain/users/avatar.ts';
import { encodeAvatar } from '#imaging/deliver/encode.ts';
import type { AvatarJob, WrittenAvatar } from '#imaging/messages.ts';
import { cropToBox, flattenOnto } from '#imaging/pixels/raw.ts';
import { computeSha256, writeSynced } from '#imaging/pixels/write.ts';
import { decodePicture, resizeTo, sizeAt } from '#imaging/read/decode.ts';
import type { Header } from '#imaging/read/header.ts';
import { pixelBox } from '#imaging/render/framing.ts';

export async function makeAvatar(job: AvatarJob, header: Header): Promise<WrittenAvatar> {
  const shrink = Math.min(1, AVATAR_SIDE / Math.min(header.width, header.height));
  const picture = await decodePicture(header, sizeAt(header, shrink));
  const square = cropToBox(picture, pixelBox(picture, boxOfAspect(picture, 1)));
  // A photo smaller than the avatar is stretched: every avatar has one size.
  const avatar = await resizeTo(square, { width: AVATAR_SIDE, height: AVATAR_SIDE });
  const bytes = await encodeAvatar(flattenOnto(avatar, [255, 255, 255]));
  await writeSynced(job.path, bytes);
  return { sha256: computeSha256(bytes) };
}
