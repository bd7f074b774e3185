import type { ReactNode } from 'react';
import { ACCEPTED_FILES } from '#domain/photos/limits.ts';
import { filesOfInput, type PickSource } from '#web/features/upload/pick/pick-files.ts';
import type { PickedFile } from '#web/features/upload/queue/upload-queue.ts';
import { FilePicker } from '#web/ui/fields/file-picker.tsx';

interface PickerProps {
  readonly source: PickSource;
  /** Classes of the visible label. */
  readonly look: string;
  readonly onFiles: (files: readonly PickedFile[]) => void;
  readonly children: ReactNode;
}

/** Photos one by one, a whole folder, or the camera. */
export function Picker({ source, look, onFiles, children }: PickerProps) {
  return (
    <FilePicker
      look={look}
      accept={source === 'folder' ? undefined : ACCEPTED_FILES}
      multiple={source !== 'camera'}
      {...(source === 'camera' ? { capture: 'environment' as const } : {})}
      {...(source === 'folder' ? { webkitdirectory: '' } : {})}
      onChange={(event) => onFiles(filesOfInput(event.currentTarget, source))}
    >
      {children}
    </FilePicker>
  );
}
