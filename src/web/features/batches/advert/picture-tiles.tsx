import clsx from 'clsx';
import { ChevronLeft, ChevronRight, Plus, Star, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount } from '#domain/language/plural.ts';
import type { AdvertPicture } from '#web/features/batches/advert/picture-choice.ts';
import { PICTURE } from '#web/features/batches/advert/sending-words.ts';
import { Button } from '#web/ui/fields/button.tsx';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2';

function Picture({ url, alt = '' }: { url: string; alt?: string }) {
  return <img src={url} alt={alt} loading="lazy" className="h-full w-full object-cover" />;
}

/** The pictures that the advert has now. */
export function OldPictures({ pictures }: { pictures: readonly AdvertPicture[] }) {
  return (
    <section aria-label="Acum în anunț">
      <h3 className="text-sm font-semibold text-ink-soft">
        Acum în anunț: {pictures.length === 0 ? 'nicio poză' : formatCount(pictures.length, PICTURE)}
      </h3>
      {pictures.length > 0 && (
        <ul className="-mx-1 mt-1.5 flex gap-1.5 overflow-x-auto p-1 [scrollbar-width:thin]">
          {pictures.map(({ key, url, name }) => (
            <li key={key} className="size-14 shrink-0 overflow-hidden rounded-lg bg-sunken">
              <Picture url={url} alt={name} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ChosenPicturesProps {
  readonly pictures: readonly AdvertPicture[];
  readonly onMove: (key: string, by: number) => void;
  readonly onRemove: (key: string) => void;
}

/** The pictures that the advert will have: a press chooses one, the row below moves it. At an end its buttons keep the focus. */
export function ChosenPictures({ pictures, onMove, onRemove }: ChosenPicturesProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const at = pictures.findIndex(({ key }) => key === chosen);
  const last = pictures.length - 1;
  const remove = (key: string) => {
    const tiles = [...(list.current?.querySelectorAll('button') ?? [])];
    // The row of buttons goes with its picture: the focus stays in the list.
    (tiles[at + 1] ?? tiles[at - 1])?.focus();
    onRemove(key);
  };
  return (
    <section aria-label="Cum va fi">
      <h3 className="font-semibold">Cum va fi: {formatCount(pictures.length, PICTURE)}</h3>
      <p className="text-sm text-ink-soft">Apasă o poză ca s-o muți. Prima e coperta.</p>
      <ol ref={list} className={clsx(GRID, 'mt-2')}>
        {pictures.map(({ key, url, name }, index) => (
          <li key={key} className="relative aspect-square overflow-hidden rounded-xl bg-sunken">
            <button
              type="button"
              aria-pressed={key === chosen}
              aria-label={`${index + 1}${index === 0 ? ', coperta' : ''}: ${name}`}
              onClick={() => setChosen(key === chosen ? null : key)}
              className="block h-full w-full rounded-xl aria-pressed:outline-3 aria-pressed:-outline-offset-3 aria-pressed:outline-signal"
            >
              <Picture url={url} />
              <span
                aria-hidden
                className="absolute bottom-1 left-1 rounded-full bg-film px-1.5 font-mono text-xs text-film-ink"
              >
                {index === 0 ? 'copertă' : index + 1}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {chosen !== null && at >= 0 && (
        <fieldset aria-label={`Poza ${at + 1}`} className="mt-3 flex flex-wrap gap-2">
          <Button look="quiet" small aria-disabled={at === 0} onClick={() => onMove(chosen, -at)}>
            <Star aria-hidden size={16} /> Copertă
          </Button>
          <Button look="quiet" small aria-disabled={at === 0} onClick={() => onMove(chosen, -1)}>
            <ChevronLeft aria-hidden size={16} /> Înainte
          </Button>
          <Button look="quiet" small aria-disabled={at === last} onClick={() => onMove(chosen, 1)}>
            După <ChevronRight aria-hidden size={16} />
          </Button>
          <Button look="quiet" small onClick={() => remove(chosen)}>
            <X aria-hidden size={16} /> Scoate
          </Button>
        </fieldset>
      )}
    </section>
  );
}

interface LeftOutPicturesProps {
  readonly pictures: readonly AdvertPicture[];
  readonly isFull: boolean;
  /** Says how many pictures the advert takes. */
  readonly limit: string;
  readonly onAdd: (key: string) => void;
}

/** Pictures that stay out: a file that „Gata de publicat” does not pass says why, and cannot go in. */
export function LeftOutPictures({ pictures, isFull, limit, onAdd }: LeftOutPicturesProps) {
  if (pictures.length === 0) return null;
  const held = pictures.filter(({ verdict }) => verdict !== null);
  return (
    <section aria-label="Rămân pe dinafară">
      <h3 className="text-sm font-semibold text-ink-soft">
        Rămân pe dinafară: {formatCount(pictures.length, PICTURE)}
      </h3>
      {isFull && <p className="text-sm text-ink-soft">{limit}</p>}
      <ul className={clsx(GRID, 'mt-2')}>
        {pictures
          .filter(({ verdict }) => verdict === null)
          .map(({ key, url, name }) => (
            <li key={key} className="relative aspect-square overflow-hidden rounded-xl bg-sunken">
              <button
                type="button"
                disabled={isFull}
                aria-label={`Pune ${name}`}
                onClick={() => onAdd(key)}
                className="block h-full w-full rounded-xl disabled:opacity-50"
              >
                <Picture url={url} />
                {!isFull && (
                  <Plus
                    aria-hidden
                    size={20}
                    className="absolute right-1 bottom-1 rounded-full bg-film p-0.5 text-film-ink"
                  />
                )}
              </button>
            </li>
          ))}
      </ul>
      {held.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {held.map(({ key, url, name, place, verdict }) => (
            <li key={key} className="flex items-center gap-3">
              <span className="block size-14 shrink-0 overflow-hidden rounded-lg bg-sunken opacity-60">
                <Picture url={url} />
              </span>
              <span className="min-w-0 text-sm">
                <span className="font-medium wrap-anywhere">
                  Poza {place}, {name}
                </span>
                : {verdict}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
