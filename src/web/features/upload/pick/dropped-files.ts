import { fromEvent } from 'file-selector';
import { worthSending } from '#web/features/upload/pick/file-check.ts';
import { withoutTime } from '#web/features/upload/pick/picker.tsx';
import type { PickedFile } from '#web/features/upload/queue/upload-deps.ts';

/** Returns the files of a drop (folders are walked), without those that merely lie in folders. */
export async function filesOfDrop(event: DragEvent): Promise<PickedFile[]> {
  const entries = await fromEvent(event);
  const files = entries.filter((entry) => entry instanceof File);
  const loose = files.filter(({ relativePath }) => !relativePath.replace(/^\.?\//, '').includes('/'));
  const nested = files.filter((file) => !loose.includes(file));
  return [...worthSending(loose, false), ...worthSending(nested, true)].map(withoutTime);
}
