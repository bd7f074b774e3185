import { Search, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#domain/language/plural.ts';
import { type GalleryUrlProps, type GalleryView, isNarrowed } from '#web/features/gallery/gallery-url.ts';
import { FilterChips } from '#web/features/gallery/header/filter-chips.tsx';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';

const FilterDialog = lazy(async () => ({
  default: (await import('#web/features/gallery/header/filter-dialog.tsx')).FilterDialog,
}));

const VIEWS: readonly { view: GalleryView; label: string; title: string; search: string }[] = [
  { view: 'photos', label: 'Fotografii', title: 'Galerie', search: 'Caută după nume' },
  { view: 'results', label: 'Rezultate', title: 'Rezultate', search: 'Caută un rezultat' },
  { view: 'lots', label: 'Loturi', title: 'Loturi', search: 'Caută un lot' },
  { view: 'trash', label: 'Coș', title: 'Coș', search: 'Caută în coș' },
];

export function galleryTitle(view: GalleryView): string {
  return VIEWS.find((one) => one.view === view)?.title ?? '';
}

interface HeaderProps extends GalleryUrlProps {
  /** Number of items; null until it is known. */
  readonly total: number | null;
}

export function GalleryHeader({ galleryUrl, total, onGalleryUrl, wayTo }: HeaderProps) {
  const { view, filters } = galleryUrl;
  const [filtering, setFiltering] = useState(false);
  const label = VIEWS.find((one) => one.view === view)?.search ?? '';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="text-4xl">
          {galleryTitle(view)}
          {total !== null && (
            <span className="ml-3 align-middle font-mono text-base font-normal text-ink-soft">
              {formatNumber(total)}
            </span>
          )}
        </h1>
        <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
          <nav
            aria-label="Ce arată galeria"
            className="flex max-w-full overflow-x-auto rounded-full border border-line bg-card p-0.5 [scrollbar-width:none]"
          >
            {VIEWS.map((one) => (
              <Link
                key={one.view}
                to={wayTo(one.view)}
                className="chip shrink-0 max-sm:px-3"
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
      <div className="mt-4 flex items-center gap-2">
        <SearchField
          key={view}
          label={label}
          value={filters.q ?? ''}
          onChange={(q) => onGalleryUrl({ view, filters: { ...filters, q } }, { replace: true })}
        />
        {view !== 'trash' && (
          <Button look="quiet" aria-haspopup="dialog" aria-label="Filtre" onClick={() => setFiltering(true)}>
            <SlidersHorizontal aria-hidden size={18} />
            <span className="max-sm:hidden">Filtre</span>
          </Button>
        )}
      </div>
      {(isNarrowed(filters) || filters.sort) && (
        <FilterChips galleryUrl={galleryUrl} onGalleryUrl={onGalleryUrl} />
      )}
      {filtering && (
        <Suspense>
          <FilterDialog
            galleryUrl={galleryUrl}
            onApply={async (chosen) => {
              // The filters take the place of the dialog's own entry of the history, so that Back leads to the page before them.
              await onGalleryUrl({ view, filters: chosen }, { replace: true });
              setFiltering(false);
            }}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const TYPING_MS = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches when typing pauses; an address that changes by itself (Back) is shown. */
function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const report = useEffectEvent(onChange);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = wanted;
      report(wanted);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-sm">
      <Search
        aria-hidden
        size={17}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="input rounded-full pl-10 [&::-webkit-search-cancel-button]:hidden"
      />
    </div>
  );
}
