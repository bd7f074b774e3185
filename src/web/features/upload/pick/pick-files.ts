import { fromEvent } from 'file-selector';
import { worthSending } from '#web/features/upload/pick/file-check.ts';
import type { PickedFile } from '#web/features/upload/queue/upload-queue.ts';

/** Files out of a drop (folders are walked), without what merely lies in folders. */
export async function filesOfDrop(event: DragEvent): Promise<PickedFile[]> {
  const entries = await fromEvent(event);
  const files = entries.filter((entry) => entry instanceof File);
  const loose = files.filter(({ relativePath }) => !relativePath.replace(/^\.?\//, '').includes('/'));
  const nested = files.filter((file) => !loose.includes(file));
  return [...worthSending(loose, false), ...worthSending(nested, true)].map(withoutTime);
}

export type PickSource = 'files' | 'folder' | 'camera';

export function filesOfInput(input: HTMLInputElement, source: PickSource): PickedFile[] {
  const files = worthSending([...(input.files ?? [])], source === 'folder');
  input.value = '';
  return source === 'camera' ? files.map(withCaptureTime) : files.map(withoutTime);
}

function withoutTime(file: File): PickedFile {
  return { file, takenAt: null };
}

/** A picture of the camera input was taken just now; that of a chosen file is known only to its own data. */
function withCaptureTime(file: File): PickedFile {
  const local = new Date(file.lastModified - new Date(file.lastModified).getTimezoneOffset() * 60_000);
  return { file, takenAt: local.toISOString().slice(0, 19) };
}
