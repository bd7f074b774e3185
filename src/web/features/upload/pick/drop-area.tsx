import clsx from 'clsx';
import { Camera, FolderOpen, Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { filesOfDrop } from '#web/features/upload/pick/dropped-files.ts';
import { Picker } from '#web/features/upload/pick/picker.tsx';
import type { PickedFile } from '#web/features/upload/queue/upload-deps.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { useWindowDrop } from '#web/ui/use-window-drop.ts';

interface DropAreaProps {
  /** True once there are photos: then it is smaller. */
  readonly compact: boolean;
  readonly onFiles: (files: readonly PickedFile[]) => void;
  /** Another way in. */
  readonly children: ReactNode;
}

/** Takes drops on the whole window; the area shows where they go and holds the other ways in. */
export function DropArea({ compact, onFiles, children }: DropAreaProps) {
  const over = useWindowDrop((event) => void filesOfDrop(event).then(onFiles));
  return (
    <section
      aria-label="Adaugă fotografii"
      className={clsx(
        'flex flex-col items-center justify-center gap-3 rounded-3xl border-2 border-dashed px-4 text-center',
        over ? 'border-signal bg-signal-wash' : 'border-line-strong bg-card',
        compact ? 'py-4 sm:flex-row sm:gap-5' : 'min-h-64 py-10 sm:min-h-88',
      )}
    >
      {!compact && <FilmMouth />}
      <Picker source="files" look={clsx(buttonClass(), !compact && 'text-lg')} onFiles={onFiles}>
        <Images aria-hidden size={20} />
        Adaugă fotografii
      </Picker>
      <p className="text-ink-soft">
        {over ? (
          'Dă-le drumul aici'
        ) : (
          <>
            <span className="sm:hidden">din galerie sau cu camera</span>
            <span className="max-sm:hidden">din galerie, dintr-un dosar, dintr-un ZIP sau trase aici</span>
          </>
        )}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <span className="sm:hidden">
          <Picker source="camera" look={buttonClass({ look: 'quiet', small: true })} onFiles={onFiles}>
            <Camera aria-hidden size={16} />
            Fotografiază acum
          </Picker>
        </span>
        <span className="pointer-fine:hidden">
          <Picker source="zip" look={buttonClass({ look: 'quiet', small: true })} onFiles={onFiles}>
            <FolderOpen aria-hidden size={16} />
            Un ZIP
          </Picker>
        </span>
        <span className="hidden sm:inline">
          <Picker source="folder" look={buttonClass({ look: 'quiet', small: true })} onFiles={onFiles}>
            <FolderOpen aria-hidden size={16} />
            Un dosar întreg
          </Picker>
        </span>
        {children}
      </div>
      {!compact && (
        <p className="text-sm text-ink-soft">
          JPG, PNG, WebP, AVIF și HEIC, cel mult 40&nbsp;MB fiecare, sau un ZIP
        </p>
      )}
    </section>
  );
}

/** Three unexposed frames, waiting. */
function FilmMouth() {
  return (
    <div aria-hidden className="film film-tight mb-1 flex gap-2">
      {['01', '02', '03'].map((number) => (
        <div key={number} className="w-[min(4rem,18vw)] sm:w-20">
          <div className="aspect-4/3 rounded-lg bg-film-raised" />
          <p className="mt-1 text-left font-mono text-xs text-film-soft">{number}</p>
        </div>
      ))}
    </div>
  );
}
