/** An avatar is a square JPEG of 256 px, kept as users/{uid}/avatar.jpg and named by the user document's photoURL. */
export const AVATAR_SIDE = 256;
export const AVATAR_MAX_BYTES = 10_000_000;

export function avatarKey(userId: string): string {
  return `users/${userId}/avatar.jpg`;
}

/** `version` changes with the picture, so the address may be cached for good. */
export function avatarUrl(userId: string, version: string): string {
  return `/avatars/${avatarKey(userId)}?v=${version}`;
}

export function isAvatarOf(userId: string, photoUrl: string | null): boolean {
  return photoUrl?.startsWith(avatarUrl(userId, '')) ?? false;
}
