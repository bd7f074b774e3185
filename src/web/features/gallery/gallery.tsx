import { useState } from 'react';
import { Link } from 'react-router';
import { GallerySearch } from '#web/features/gallery/gallery-search.tsx';
import { LotsView } from '#web/features/gallery/lots-view.tsx';
import { PhotosView } from '#web/features/gallery/photos-view.tsx';
import { buttonClass } from '#web/ui/button.tsx';

export type GalleryView = 'photos' | 'lots' | 'trash';

const VIEWS: readonly { view: GalleryView; label: string; to: string }[] = [
  { view: 'photos', label: 'Fotografii', to: '/gallery' },
  { view: 'lots', label: 'Loturi', to: '/gallery?view=lots' },
  { view: 'trash', label: 'Coș', to: '/gallery?view=trash' },
];
const TITLES: Record<GalleryView, string> = { photos: 'Galerie', lots: 'Loturi', trash: 'Coș de gunoi' };

export function galleryTitle(view: GalleryView): string {
  return TITLES[view];
}

export function readView(search: string): GalleryView {
  const wanted = new URLSearchParams(search).get('view');
  return VIEWS.find(({ view }) => view === wanted)?.view ?? 'photos';
}

interface GalleryProps {
  readonly view: GalleryView;
  readonly onLot: (batchId: string) => void;
}

export function Gallery({ view, onLot }: GalleryProps) {
  const [searches, setSearches] = useState<Readonly<Record<GalleryView, string>>>({
    photos: '',
    lots: '',
    trash: '',
  });
  const search = searches[view];
  return (
    <div className="page flex min-h-full flex-col pb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="text-4xl">{TITLES[view]}</h1>
        <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
          <GallerySearch
            label={view === 'lots' ? 'Caută un lot' : 'Caută după nume'}
            value={search}
            onChange={(value) => setSearches({ ...searches, [view]: value })}
          />
          <nav
            aria-label="Ce arată galeria"
            className="flex max-w-full overflow-x-auto rounded-full border border-line bg-card p-0.5 [scrollbar-width:none]"
          >
            {VIEWS.map((one) => (
              <Link
                key={one.view}
                to={one.to}
                className="chip shrink-0"
                aria-current={one.view === view ? 'page' : undefined}
              >
                {one.label}
              </Link>
            ))}
          </nav>
          <Link to="/upload" className={`${buttonClass({ small: true })} max-sm:hidden`}>
            Adaugă fotografii
          </Link>
        </div>
      </div>
      <div className="flex flex-1 flex-col">
        {view === 'lots' ? (
          <LotsView search={search} />
        ) : (
          <PhotosView key={view} trash={view === 'trash'} search={search} onLot={onLot} />
        )}
      </div>
    </div>
  );
}
