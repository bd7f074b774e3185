import { ChevronLeft, ChevronRight, Download, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Photo } from '#contract/photos.ts';
import { originalUrl, proxyUrl } from '#web/api/file-urls.ts';
import { keepWords, photoBadge, photoSize, takenWords } from '#web/features/gallery/photo-words.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Thumb } from '#web/ui/thumb.tsx';

interface ViewerProps {
  readonly photos: readonly Photo[];
  /** Null: closed. */
  readonly photoId: string | null;
  readonly onShow: (photoId: string | null) => void;
  readonly onTrash: (photoId: string) => void;
}

/** One photo large, with its facts; the arrows walk through the gallery. */
export function Viewer({ photos, photoId, onShow, onTrash }: ViewerProps) {
  const at = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[at];
  const step = (by: number) => {
    const next = photos[at + by];
    if (next) onShow(next.id);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };
  return (
    <Dialog
      wide
      open={photo !== undefined}
      onOpenChange={(open) => open || onShow(null)}
      title={photo?.name ?? ''}
      onKeyDown={handleKeyDown}
    >
      {photo && (
        <div>
          <div className="relative mt-4 h-[min(64dvh,46rem)] overflow-hidden rounded-xl bg-film">
            <Picture photo={photo} />
            <div className="pointer-events-none absolute inset-x-2 top-1/2 flex -translate-y-1/2 justify-between [&>*]:pointer-events-auto [&>*]:bg-film/80">
              <IconButton onFilm label="Fotografia dinainte" disabled={at === 0} onClick={() => step(-1)}>
                <ChevronLeft aria-hidden size={22} />
              </IconButton>
              <IconButton
                onFilm
                label="Fotografia următoare"
                disabled={at === photos.length - 1}
                onClick={() => step(1)}
              >
                <ChevronRight aria-hidden size={22} />
              </IconButton>
            </div>
          </div>
          <div className="mt-4 flex flex-wrap items-end justify-between gap-4">
            <Facts photo={photo} />
            <div className="flex flex-wrap gap-2">
              {photo.state === 'ready' && (
                <a
                  href={originalUrl(photo.id)}
                  download
                  className={buttonClass({ look: 'quiet', small: true })}
                >
                  <Download aria-hidden size={16} /> Descarcă originalul
                </a>
              )}
              {photo.trashedAt === null && (
                <Button look="danger" small onClick={() => onTrash(photo.id)}>
                  <Trash2 aria-hidden size={16} /> Mută în coș
                </Button>
              )}
            </div>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Picture({ photo }: { photo: Photo }) {
  const badge = photoBadge(photo);
  return (
    <>
      <Thumb
        contain
        eager
        src={photo.state === 'ready' ? proxyUrl(photo.id) : null}
        thumbhash={photo.thumbhash}
        alt={photo.name}
      />
      {badge && (
        <p className="absolute inset-0 grid place-items-center px-6 text-center text-lg text-film-ink">
          {photo.refusal?.message ?? `Fotografia ${badge.text}…`}
        </p>
      )}
    </>
  );
}

function Facts({ photo }: { photo: Photo }) {
  const taken = takenWords(photo);
  const keep = keepWords(photo);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [&>dt]:text-ink-soft">
      <dt>Mărime</dt>
      <dd>{photoSize(photo)}</dd>
      {taken && (
        <>
          <dt>Făcută</dt>
          <dd>{taken}</dd>
        </>
      )}
      {keep && (
        <>
          <dt>Păstrată până pe</dt>
          <dd>{keep}</dd>
        </>
      )}
      {photo.hasGps && (
        <>
          <dt>Loc</dt>
          <dd>poza știe unde a fost făcută; din rezultate scoatem locul</dd>
        </>
      )}
    </dl>
  );
}
