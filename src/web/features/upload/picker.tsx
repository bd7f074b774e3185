import { type ReactNode, useId } from 'react';
import { ACCEPTED } from '#web/features/upload/file-check.ts';
import { filesOfInput, type PickSource } from '#web/features/upload/pick-files.ts';
import type { PickedFile } from '#web/features/upload/upload-queue.ts';

interface PickerProps {
  readonly source: PickSource;
  /** Classes of the visible label. */
  readonly look: string;
  readonly onFiles: (files: readonly PickedFile[]) => void;
  readonly children: ReactNode;
}

/** A file input that looks like its label: keyboard and screen readers meet the real input. */
export function Picker({ source, look, onFiles, children }: PickerProps) {
  const id = useId();
  return (
    <span className="relative inline-flex">
      <input
        id={id}
        type="file"
        className="peer sr-only"
        accept={source === 'folder' ? undefined : ACCEPTED}
        multiple={source !== 'camera'}
        {...(source === 'camera' ? { capture: 'environment' as const } : {})}
        {...(source === 'folder' ? { webkitdirectory: '' } : {})}
        onChange={(event) => onFiles(filesOfInput(event.currentTarget, source))}
      />
      <label
        htmlFor={id}
        className={`${look} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-signal`}
      >
        {children}
      </label>
    </span>
  );
}
