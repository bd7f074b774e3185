/** An avatar is a square JPEG of 256 px, kept as users/{uid}/avatar.jpg and named by the user document's photoURL. */
export const AVATAR_SIDE = 256;
export const AVATAR_MAX_BYTES = 10_000_000;

export function avatarKey(userId: string): string {
  return `users/${userId}/avatar.jpg`;
}

/** Changes with the picture; `sha256` of its file as hex. */
export function avatarVersion(sha256: string): string {
  return sha256.slice(0, 16);
}

export function avatarUrl(userId: string, version: string): string {
  return `/avatars/${avatarKey(userId)}?v=${version}`;
}

export function isAvatarOf(userId: string, photoUrl: string | null): boolean {
  return photoUrl?.startsWith(avatarUrl(userId, '')) ?? false;
}
