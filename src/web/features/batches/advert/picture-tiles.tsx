import clsx from 'clsx';
import { ChevronLeft, ChevronRight, Plus, Star, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount, type Noun } from '#domain/language/plural.ts';
import { type AdvertPicture, isAllowed } from '#web/features/batches/advert/picture-choice.ts';
import { PICTURE } from '#web/features/batches/advert/sending-words.ts';
import { Button } from '#web/ui/fields/button.tsx';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2';

function Picture({ url, alt = '' }: { url: string; alt?: string }) {
  return <img src={url} alt={alt} loading="lazy" className="h-full w-full object-cover" />;
}

/** What is to be known of a picture, on its tile. */
function Mark({ mark }: Pick<AdvertPicture, 'mark'>) {
  if (mark === undefined) return null;
  return (
    <span
      aria-hidden
      className="absolute inset-x-1 top-1 rounded-md bg-signal px-1.5 text-center text-xs font-medium text-signal-on"
    >
      {mark}
    </span>
  );
}

/** Returns what is read aloud of a tile. */
function describeTile({ name, mark }: AdvertPicture): string {
  return mark === undefined ? name : `${name}, ${mark}`;
}

/** Pictures in a row, to be looked at. */
export function PictureStrip({ pictures }: { pictures: readonly AdvertPicture[] }) {
  return (
    <ul
      // Keys scroll it where it is longer than the page is wide.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
      tabIndex={0}
      aria-label="Pozele, în ordine"
      className="-mx-1 mt-1.5 flex gap-1.5 overflow-x-auto p-1 [scrollbar-width:thin]"
    >
      {pictures.map(({ key, url, name }) => (
        <li key={key} className="size-14 shrink-0 overflow-hidden rounded-lg bg-sunken">
          <Picture url={url} alt={name} />
        </li>
      ))}
    </ul>
  );
}

interface OldPicturesProps {
  /** What has them. */
  readonly noun: string;
  readonly pictures: readonly AdvertPicture[];
}

/** The pictures that the advert has now. */
export function OldPictures({ noun, pictures }: OldPicturesProps) {
  return (
    <section aria-label={`Acum în ${noun}`}>
      <h3 className="text-sm font-semibold text-ink-soft">
        Acum în {noun}: {pictures.length === 0 ? 'nicio poză' : formatCount(pictures.length, PICTURE)}
      </h3>
      {pictures.length > 0 && <PictureStrip pictures={pictures} />}
    </section>
  );
}

interface ChosenPicturesProps {
  readonly title: string;
  readonly noun: Noun;
  readonly pictures: readonly AdvertPicture[];
  readonly onMove: (key: string, by: number) => void;
  readonly onRemove: (key: string) => void;
}

/** The pictures that go out, in their order: a press chooses one, the row below moves it. At an end its buttons keep the focus. */
export function ChosenPictures({ title, noun, pictures, onMove, onRemove }: ChosenPicturesProps) {
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
    <section aria-label={title}>
      <h3 className="font-semibold">
        {title}: {formatCount(pictures.length, noun)}
      </h3>
      <p className="text-sm text-ink-soft">Apasă pe una ca s-o muți sau s-o scoți. Prima e coperta.</p>
      <ol ref={list} className={clsx(GRID, 'mt-2')}>
        {pictures.map((picture, index) => (
          <li key={picture.key} className="relative aspect-square overflow-hidden rounded-xl bg-sunken">
            <button
              type="button"
              aria-pressed={picture.key === chosen}
              aria-label={`${index + 1}${index === 0 ? ', coperta' : ''}: ${describeTile(picture)}`}
              onClick={() => setChosen(picture.key === chosen ? null : picture.key)}
              className="block h-full w-full rounded-xl aria-pressed:outline-3 aria-pressed:-outline-offset-3 aria-pressed:outline-signal"
            >
              <Picture url={picture.url} />
              <Mark mark={picture.mark} />
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
        <fieldset
          aria-label={`Poza ${at + 1}`}
          className="sticky bottom-20 z-1 mt-3 flex flex-wrap gap-2 rounded-2xl bg-card py-2"
        >
          <Button look="quiet" small aria-disabled={at === 0} onClick={() => onMove(chosen, -at)}>
            <Star aria-hidden size={16} /> Copertă
          </Button>
          <Button look="quiet" small aria-disabled={at === 0} onClick={() => onMove(chosen, -1)}>
            <ChevronLeft aria-hidden size={16} /> Mai în față
          </Button>
          <Button look="quiet" small aria-disabled={at === last} onClick={() => onMove(chosen, 1)}>
            Mai în spate <ChevronRight aria-hidden size={16} />
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
  readonly noun: Noun;
  readonly pictures: readonly AdvertPicture[];
  readonly isFull: boolean;
  /** Says how many pictures can go out. */
  readonly limit: string;
  readonly onAdd: (key: string) => void;
}

/** Pictures that stay out: a file that „Gata de publicat” does not pass says why, and goes in only against mere advice, at a press. */
export function LeftOutPictures({ noun, pictures, isFull, limit, onAdd }: LeftOutPicturesProps) {
  if (pictures.length === 0) return null;
  const held = pictures.filter(({ verdict }) => verdict !== null);
  return (
    <section aria-label="Rămân pe dinafară">
      <h3 className="text-sm font-semibold text-ink-soft">
        Rămân pe dinafară: {formatCount(pictures.length, noun)}
      </h3>
      {isFull && <p className="text-sm text-ink-soft">{limit}</p>}
      <ul className={clsx(GRID, 'mt-2')}>
        {pictures
          .filter(({ verdict }) => verdict === null)
          .map((picture) => (
            <li key={picture.key} className="relative aspect-square overflow-hidden rounded-xl bg-sunken">
              <button
                type="button"
                disabled={isFull}
                aria-label={`Pune ${describeTile(picture)}`}
                onClick={() => onAdd(picture.key)}
                className="block h-full w-full rounded-xl disabled:opacity-50"
              >
                <Picture url={picture.url} />
                <Mark mark={picture.mark} />
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
          {held.map((picture) => (
            <li key={picture.key} className="flex items-center gap-3">
              <span className="block size-14 shrink-0 overflow-hidden rounded-lg bg-sunken opacity-60">
                <Picture url={picture.url} />
              </span>
              <span className="min-w-0 flex-1 text-sm">
                <span className="font-medium wrap-anywhere">
                  Poza {picture.place}, {picture.name}
                </span>
                : {picture.verdict}
              </span>
              {isAllowed(picture) && (
                <Button look="quiet" small disabled={isFull} onClick={() => onAdd(picture.key)}>
                  Pune oricum<span className="sr-only"> poza {picture.place}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
