import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import { proxyUrl, resultThumbnailUrl, resultUrl } from '#web/api/file-urls.ts';
import { batchQuery } from '#web/api/queries/queries.ts';
import { useBefore } from '#web/api/use-before.ts';
import { photoBadge } from '#web/features/gallery/photos/photo-words.ts';
import { WHOLE, type Zoom, zoomAt } from '#web/features/gallery/viewer/zoom.ts';
import { ZoomStage } from '#web/features/gallery/viewer/zoom-stage.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { BeforeAfterSlider } from '#web/ui/pictures/before-after-slider.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';
import { WholePicture } from '#web/ui/pictures/whole-picture.tsx';

interface PictureProps {
  readonly item: GalleryItem;
  readonly onStep: (by: 1 | -1) => void;
}

/** A picture to be enlarged and swiped. */
export function LargePicture({ item, onStep }: PictureProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  const change = (next: (zoom: Zoom, box: DOMRect) => Zoom) => {
    const box = viewport.current?.getBoundingClientRect();
    if (box) setZoom((now) => next(now, box));
  };
  const by = (factor: number) => change((now, box) => zoomAt(now, factor, { at: { x: 0, y: 0 }, box }));
  const badge = photoBadge(item);
  const src = item.result ? resultUrl(item.id) : proxyUrl(item.photoId);
  return (
    <div ref={viewport} className="relative h-full w-full">
      <ZoomStage zoom={zoom} onZoom={change} onStep={onStep}>
        <Thumb
          contain
          eager
          src={item.state === 'ready' ? src : null}
          thumbhash={item.thumbhash}
          alt={item.name}
        />
      </ZoomStage>
      {badge && (
        <p className="absolute inset-0 grid place-items-center px-6 text-center text-lg text-film-ink">
          Fotografia {badge}…
        </p>
      )}
      <div className="absolute right-2 bottom-2 flex gap-1 rounded-full bg-film/80">
        <IconButton onFilm label="Micșorează" disabled={zoom.scale === 1} onClick={() => by(1 / 1.6)}>
          <Minus aria-hidden size={20} />
        </IconButton>
        <IconButton onFilm label="Mărește" disabled={zoom.scale >= 6} onClick={() => by(1.6)}>
          <Plus aria-hidden size={20} />
        </IconButton>
      </div>
    </div>
  );
}

/** Shows a result over its original, in the frame of its output. */
export function Comparison({ item }: { item: GalleryItem }) {
  const batch = item.lots[0]?.id;
  const { data } = useQuery({ ...batchQuery(batch ?? ''), enabled: batch !== undefined });
  const before = useBefore(data, item.photoId, item.result?.outputKey ?? '');
  const aspect = (item.width ?? 4) / (item.height ?? 3);
  return (
    <div className="grid h-full place-items-center [container-type:size]">
      <div
        className="overflow-hidden"
        style={{ aspectRatio: aspect, width: `min(100cqw, 100cqh * ${aspect})` }}
      >
        <BeforeAfterSlider
          before={<img src={before} alt="Înainte" draggable={false} className="bg-paper object-cover" />}
          after={<WholePicture src={resultUrl(item.id)} small={resultThumbnailUrl(item.id)} alt="După" />}
          afterNote={`${item.width}×${item.height}`}
        />
      </div>
    </div>
  );
}
