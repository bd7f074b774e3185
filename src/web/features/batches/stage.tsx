import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Photo } from '#contract/photos.ts';
import { proxyUrl, thumbnailUrl } from '#web/api/file-urls.ts';
import type { PreviewPictures } from '#web/features/batches/preview-runner.ts';
import type { Picture } from '#web/features/batches/use-preview.ts';
import { useWide } from '#web/features/batches/use-wide.ts';
import { Thumb } from '#web/ui/thumb.tsx';
import { Wipe } from '#web/ui/wipe.tsx';

interface StageProps {
  readonly photo: Photo | null;
  readonly pictures: PreviewPictures<Picture> | null;
  /** „OLX 1600×1200” */
  readonly badge: string;
  /** Under the picture, never over it: which output is shown. */
  readonly children?: ReactNode;
}

/** One photo large, with the wipe. Never blank: placeholder, then proxy, then the engine's preview. */
export function Stage({ photo, pictures, badge, children }: StageProps) {
  const after = pictures?.after ?? null;
  const before = pictures?.before ?? null;
  const shape = after ?? { width: photo?.width ?? 4, height: photo?.height ?? 3 };
  const aspect = shape.width / shape.height;
  const alike =
    after !== null && before !== null && Math.abs(before.width / before.height / aspect - 1) < 0.03;
  const wide = useWide();
  return (
    <section
      aria-label="Previzualizare"
      className="relative flex h-full flex-col overflow-hidden bg-sunken lg:rounded-2xl"
    >
      <div className="grid h-[var(--stage)] w-full shrink-0 place-items-center [container-type:size] lg:h-auto lg:min-h-0 lg:flex-1 lg:shrink">
        <div
          className="relative max-h-full max-w-full overflow-hidden"
          style={{ aspectRatio: aspect, width: `min(100cqw, ${aspect * 100}cqh)` }}
        >
          {alike ? (
            <Wipe
              before={<img src={before.url} alt="Înainte" draggable={false} />}
              after={<img src={after.url} alt={`După, ${badge}`} draggable={false} />}
              afterTag={wide || aspect >= 1 ? `după · ${badge}` : 'după'}
            />
          ) : (
            <>
              {after === null ? (
                <Original photo={photo} />
              ) : (
                <img src={after.url} alt={`După, ${badge}`} draggable={false} className="h-full w-full" />
              )}
              <Tag>{stageWords(photo, after !== null, pictures?.failed ?? false, badge)}</Tag>
            </>
          )}
        </div>
      </div>
      {pictures !== null && !pictures.current && after !== null && (
        <span aria-hidden className="absolute top-4 left-1/2 size-2.5 animate-pulse rounded-full bg-signal" />
      )}
      {children}
    </section>
  );
}

/** The thumbnail is there already; the proxy comes over it. */
function Original({ photo }: { photo: Photo | null }) {
  const ready = photo?.state === 'ready';
  return (
    <>
      <Thumb
        key={photo?.id}
        src={ready ? thumbnailUrl(photo.id) : null}
        thumbhash={photo?.thumbhash ?? null}
        alt={ready ? '' : (photo?.name ?? '')}
        eager
      />
      {ready && (
        <img
          key={`${photo.id} proxy`}
          src={proxyUrl(photo.id)}
          alt={photo.name}
          draggable={false}
          className="absolute inset-0 h-full w-full object-cover"
        />
      )}
    </>
  );
}

function stageWords(photo: Photo | null, hasAfter: boolean, failed: boolean, badge: string): string {
  if (photo === null) return 'aici vezi prima fotografie';
  if (photo.state === 'uploading') return 'se trimite';
  if (photo.state === 'preparing') return 'se pregătește';
  if (hasAfter) return `după · ${badge}`;
  return failed ? 'originalul; previzualizarea revine când merge conexiunea' : 'originalul';
}

function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="pointer-events-none absolute top-3 right-3 rounded-full bg-film/85 px-2.5 py-1 font-mono text-xs text-film-ink">
      {children}
    </span>
  );
}

interface OutputPickerProps {
  readonly labels: readonly string[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

/** With more than one output: which of them the stage shows. */
export function OutputPicker({ labels, chosen, onChoose }: OutputPickerProps) {
  if (labels.length < 2) return null;
  return (
    <fieldset className="flex w-full min-w-0 shrink-0 gap-1 overflow-x-auto bg-film p-1 [scrollbar-width:none]">
      <legend className="sr-only">Arată cum iese pentru</legend>
      {labels.map((label, place) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: outputs are known by their place
          key={place}
          type="button"
          aria-pressed={place === chosen}
          onClick={() => onChoose(place)}
          className={clsx(
            'min-h-8 shrink-0 rounded-full px-3 first-of-type:ml-auto last:mr-auto text-sm font-medium whitespace-nowrap',
            place === chosen ? 'bg-film-ink text-film' : 'text-film-ink hover:bg-film-raised',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
