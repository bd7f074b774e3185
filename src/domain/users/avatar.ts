/** An avatar is a square JPEG of 256 px, named by the user document's photoURL. */
export const AVATAR_SIDE = 256;
export const AVATAR_MAX_BYTES = 10_000_000;

/** The key of an avatar's file; each one that is stored has a version of its own. Null: of a time when the next one took its place. */
export function avatarKey(userId: string, version: string | null): string {
  return `users/${userId}/avatar${version === null ? '' : `-${version}`}.jpg`;
}

/** Changes with the picture; `sha256` of its file as hex. */
export function avatarVersion(sha256: string): string {
  return sha256.slice(0, 16);
}

export function avatarUrl(userId: string, version: string): string {
  return `/avatars/users/${userId}/avatar.jpg?v=${version}`;
}

export function isOwnAvatar(userId: string, photoUrl: string | null): boolean {
  return photoUrl?.startsWith(avatarUrl(userId, '')) ?? false;
}
