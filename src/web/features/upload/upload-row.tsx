import clsx from 'clsx';
import { Check, X } from 'lucide-react';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { useLocalPicture } from '#web/features/upload/local-pictures.ts';
import { uploads } from '#web/features/upload/queue/uploads.ts';
import type { UploadEntry } from '#web/features/upload/upload-entry.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

interface UploadRowProps {
  readonly entry: UploadEntry;
  /** Takes the file off the list; absent while that would lose something. */
  readonly onRemove: (() => void) | null;
}

const FRAME_CLASSES: Record<UploadEntry['status'], string> = {
  waiting: 'frame-waiting',
  sending: 'frame-plain',
  retrying: 'frame-waiting',
  preparing: 'frame-working',
  ready: 'frame-lit',
  refused: 'frame-failed',
  duplicate: 'frame-lit',
  'file-needed': 'frame-failed',
};

/** One frame of the film, its name, and its progress or refusal. It has no number: the batch has its own order. */
export function UploadRow({ entry, onRemove }: UploadRowProps) {
  const local = useLocalPicture(entry.uploadId);
  const src = entry.hasThumbnail && entry.photoId !== null ? thumbnailUrl(entry.photoId) : local;
  const arrived = entry.status === 'ready' || entry.status === 'duplicate';
  const moving = entry.status === 'sending' || entry.status === 'retrying';
  return (
    <li className={clsx('flex items-center gap-3', FRAME_CLASSES[entry.status])}>
      <div className="frame-picture aspect-4/3 w-18 shrink-0">
        <Thumb src={src} thumbhash={entry.thumbhash} alt="" plain={entry.thumbhash === null} />
      </div>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate text-[0.9375rem]">{entry.name}</span>
          {moving && <span className="font-mono text-xs text-film-soft">{entry.note}</span>}
          {arrived && (
            <Check aria-label="trimisă" size={16} className="shrink-0 self-center text-film-signal" />
          )}
        </p>
        {moving ? (
          <progress
            value={entry.progress}
            max={1}
            aria-label={`${entry.name}: ${entry.note}`}
            className="mt-1.5 block h-1 w-full appearance-none overflow-hidden rounded-full bg-film-raised [&::-moz-progress-bar]:bg-film-signal [&::-webkit-progress-bar]:bg-film-raised [&::-webkit-progress-value]:bg-film-signal"
          />
        ) : (
          <p className={clsx('text-sm', entry.status === 'refused' ? 'text-film-signal' : 'text-film-soft')}>
            {entry.note}
          </p>
        )}
      </div>
      {entry.isHeldBack && (
        <Button small look="film" onClick={() => uploads.sendAgain(entry.key)}>
          Încearcă din nou
        </Button>
      )}
      {onRemove && (
        <IconButton onFilm label={`Scoate ${entry.name} din lot`} onClick={onRemove}>
          <X aria-hidden size={18} />
        </IconButton>
      )}
    </li>
  );
}
