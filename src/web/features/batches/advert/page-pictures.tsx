import { EyeOff } from 'lucide-react';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { AdvertPicture } from '#web/features/batches/advert/picture-choice.ts';

interface PagePicturesProps {
  readonly pictures: readonly AdvertPicture[];
  /** Keys of those that stay out. */
  readonly left: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

/** The photos that become public; a press leaves one out or takes it in again. */
export function PagePictures({ pictures, left, onToggle }: PagePicturesProps) {
  return (
    <section aria-label="Fotografiile paginii">
      <h3 className="font-semibold">Se văd: {formatCount(pictures.length - left.size, NOUNS.photo)}</h3>
      <p className="text-sm text-ink-soft">Apasă pe una ca s-o lași pe dinafară. Prima e coperta.</p>
      <ol className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {pictures.map(({ key, url, name }, at) => (
          <li key={key} className="relative aspect-square overflow-hidden rounded-xl bg-sunken">
            <button
              type="button"
              aria-pressed={!left.has(key)}
              aria-label={`${at + 1}: ${name}`}
              onClick={() => onToggle(key)}
              className="block h-full w-full rounded-xl focus-visible:-outline-offset-3"
            >
              <img
                src={url}
                alt=""
                loading="lazy"
                className={`h-full w-full object-cover ${left.has(key) ? 'opacity-30 grayscale' : ''}`}
              />
              {left.has(key) && (
                <span aria-hidden className="absolute inset-0 grid place-items-center text-ink">
                  <EyeOff size={22} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
