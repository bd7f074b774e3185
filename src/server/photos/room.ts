import type { Room } from '#server/adapters/files/port.ts';
import type { App } from '#server/app.ts';

/** True while the share of free space (0 to 1) is at least this, or where the space is not ours to watch. */
export async function hasRoom({ files }: Pick<App, 'files'>, leastShare: number): Promise<boolean> {
  const room = await files.room();
  return room === null || computeFreeShare(room) >= leastShare;
}

function computeFreeShare({ freeBytes, totalBytes }: Room): number {
  return totalBytes > 0 ? freeBytes / totalBytes : 0;
}
