import type { ReactNode } from 'react';
import { ACCEPTED_FILES } from '#domain/photos/limits.ts';
import { worthSending } from '#web/features/upload/pick/file-check.ts';
import type { PickedFile } from '#web/features/upload/queue/upload-deps.ts';
import { FilePicker } from '#web/ui/fields/file-picker.tsx';

type PickSource = 'files' | 'folder' | 'zip' | 'camera';

const ZIP = '.zip,application/zip';

interface PickerProps {
  readonly source: PickSource;
  /** Classes of the visible label. */
  readonly look: string;
  readonly onFiles: (files: readonly PickedFile[]) => void;
  readonly children: ReactNode;
}

/** Picks photos one by one, a whole folder, archives, or the camera. */
export function Picker({ source, look, onFiles, children }: PickerProps) {
  return (
    <FilePicker
      look={look}
      accept={getAccepted(source)}
      multiple={source !== 'camera'}
      {...(source === 'camera' ? { capture: 'environment' as const } : {})}
      {...(source === 'folder' ? { webkitdirectory: '' } : {})}
      onChange={(event) => onFiles(filesOfInput(event.currentTarget, source))}
    >
      {children}
    </FilePicker>
  );
}

/** Returns what the browser offers. A phone shows its gallery only where nothing but pictures is asked for. */
function getAccepted(source: PickSource): string | undefined {
  if (source === 'folder') return undefined;
  if (source === 'zip') return ZIP;
  const isPhone = source === 'camera' || window.matchMedia('(pointer: coarse)').matches;
  return isPhone ? ACCEPTED_FILES : `${ACCEPTED_FILES},${ZIP}`;
}

function filesOfInput(input: HTMLInputElement, source: PickSource): PickedFile[] {
  const files = worthSending([...(input.files ?? [])], source === 'folder');
  input.value = '';
  return source === 'camera' ? files.map(withCaptureTime) : files.map(withoutTime);
}

/** Returns the file with its folder: the path that a picked folder or a drop has it under. */
export function withoutTime(file: File & { readonly relativePath?: string }): PickedFile {
  const path = file.webkitRelativePath || file.relativePath || '';
  const folder = path
    .replace(/^\.?\//, '')
    .split('/')
    .slice(0, -1)
    .join('/');
  return { file, takenAt: null, ...(folder !== '' && { folder }) };
}

/** Adds the capture time: a picture of the camera input was taken just now; that of a chosen file is known only to its own data. */
export function withCaptureTime(file: File): PickedFile {
  const local = new Date(file.lastModified - new Date(file.lastModified).getTimezoneOffset() * 60_000);
  return { file, takenAt: local.toISOString().slice(0, 19) };
}
