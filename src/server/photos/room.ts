import type { Room } from '#server/adapters/files/port.ts';
import type { App } from '#server/app.ts';

/** True when at least this share of space (0 to 1) is free, or when the space is not ours to watch. */
export async function hasRoom({ files }: Pick<App, 'files'>, leastShare: number): Promise<boolean> {
  const room = await files.room();
  return room === null || computeFreeShare(room) >= leastShare;
}

function computeFreeShare({ freeBytes, totalBytes }: Room): number {
  return totalBytes > 0 ? freeBytes / totalBytes : 0;
}
