import {
  Activity,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { BatchesSkeleton, GallerySkeleton } from '#web/features/gallery/gallery-skeleton.tsx';
import {
  type Filters,
  GALLERY_VIEWS,
  type GalleryUrlProps,
  type GalleryView,
} from '#web/features/gallery/gallery-url.ts';
import { GalleryHeader } from '#web/features/gallery/header/gallery-header.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';

const BatchesView = createLazyPart(
  async () => (await import('#web/features/gallery/batches/batches-view.tsx')).BatchesView,
);
const PhotosView = createLazyPart(
  async () => (await import('#web/features/gallery/photos/photos-view.tsx')).PhotosView,
);

interface GalleryProps extends GalleryUrlProps {
  readonly onBatch: (batchId: string) => void;
}

/** Views that were seen stay as they were left: what is chosen, and how far down one was. */
export function Gallery({ galleryUrl, onGalleryUrl, wayTo, onBatch }: GalleryProps) {
  const { view, filters } = galleryUrl;
  const [seen, setSeen] = useState<Readonly<Partial<Record<GalleryView, Filters>>>>({});
  if (seen[view] !== filters) setSeen({ ...seen, [view]: filters });
  const [totals, setTotals] = useState<Readonly<Partial<Record<GalleryView, number>>>>({});
  const count = useCallback(
    (of: GalleryView, total: number) => setTotals((all) => ({ ...all, [of]: total })),
    [],
  );
  const page = useRef<HTMLDivElement>(null);
  useKeptScroll(page, view);
  return (
    <div ref={page} className="page flex min-h-full flex-col pb-6">
      <GalleryHeader
        galleryUrl={galleryUrl}
        total={totals[view] ?? null}
        onGalleryUrl={onGalleryUrl}
        wayTo={wayTo}
      />
      {GALLERY_VIEWS.map((one) => {
        const as = seen[one];
        return (
          as && (
            <Activity key={one} mode={one === view ? 'visible' : 'hidden'}>
              <div className="flex flex-1 flex-col">
                <Suspense fallback={one === 'lots' ? <BatchesSkeleton /> : <GallerySkeleton />}>
                  {one === 'lots' ? (
                    <BatchesView filters={as} onBatch={onBatch} />
                  ) : (
                    <PhotosView kind={one} filters={as} onCount={count} onBatch={onBatch} />
                  )}
                </Suspense>
              </div>
            </Activity>
          )
        );
      })}
    </div>
  );
}

/** All views share the page's scroller: each is found again where it was left. */
function useKeptScroll(page: RefObject<HTMLElement | null>, view: GalleryView): void {
  const tops = useRef<Partial<Record<GalleryView, number>>>({});
  const shown = useRef(view);
  // Before anything is painted or heard: the scroller itself moves when another view takes its place.
  useLayoutEffect(() => {
    shown.current = view;
    page.current?.closest('.kept-page')?.scrollTo(0, tops.current[view] ?? 0);
  }, [page, view]);
  useEffect(() => {
    const scroller = page.current?.closest('.kept-page');
    const note = () => {
      tops.current[shown.current] = scroller?.scrollTop ?? 0;
    };
    scroller?.addEventListener('scroll', note, { passive: true });
    return () => scroller?.removeEventListener('scroll', note);
  }, [page]);
}
