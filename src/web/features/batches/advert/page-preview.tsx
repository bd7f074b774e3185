import { useEffect, useRef } from 'react';
import type { Batch } from '#contract/batches.ts';
import { formatPagePrice, readPhone } from '#domain/adverts/lot-page.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { resultUrl } from '#web/api/file-urls.ts';
import type { PageDraft } from '#web/features/batches/advert/page-draft.ts';
import { describeKeeping, readPrice } from '#web/features/batches/advert/page-words.ts';
import type { AdvertPicture } from '#web/features/batches/advert/picture-choice.ts';
import { PictureStrip } from '#web/features/batches/advert/picture-tiles.tsx';

interface PagePreviewProps {
  readonly batch: Batch;
  readonly draft: PageDraft;
  readonly endsAt: Date;
  /** In the order of the page; at least one. */
  readonly pictures: readonly AdvertPicture[];
  /** What is to be known of plates on them. */
  readonly notes: readonly string[];
}

/** The page as its readers will see it, before it is published. */
export function PagePreview({ batch, draft, endsAt, pictures, notes }: PagePreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('.dialog')?.scrollTo({ top: 0 });
  }, []);
  const keeping = describeKeeping(
    batch,
    pictures.map(({ key }) => key),
    endsAt,
  );
  const facts = [
    `Stă publică până pe ${formatDay(endsAt)}, dacă n-o închizi mai devreme.`,
    keeping,
    draft.isIndexed ? 'Poate apărea în Google.' : 'Nu apare în Google.',
  ].filter((fact) => fact !== null);
  return (
    <section aria-label="Așa o vede cine are linkul" className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Așa o vede cine are linkul
      </h3>
      {notes.map((note) => (
        <p key={note} className="rounded-xl bg-signal-wash px-4 py-3">
          {note}
        </p>
      ))}
      <Seen draft={draft} pictures={pictures} />
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
}

function Seen({ draft, pictures }: Pick<PagePreviewProps, 'draft' | 'pictures'>) {
  const [cover] = pictures;
  const price = readPrice(draft.price);
  const words = draft.words.trim();
  const phone = readPhone(draft.phone);
  const buttons = [
    ...(phone === null ? [] : ['Scrie pe WhatsApp', 'Sună']),
    ...(draft.hasDownloads ? ['Descarcă tot'] : []),
  ];
  return (
    <div className="flex flex-col gap-3 rounded-2xl border border-line p-4">
      {cover && (
        <img
          src={resultUrl(cover.key)}
          alt={`Coperta: ${cover.name}`}
          className="max-h-72 w-full rounded-xl bg-sunken object-contain"
        />
      )}
      {pictures.length > 1 && <PictureStrip pictures={pictures} />}
      <p className="text-sm text-ink-soft">{formatCount(pictures.length, NOUNS.photo)}</p>
      <h4 className="font-display text-xl font-bold wrap-anywhere">{draft.title.trim()}</h4>
      {price !== null && <p className="text-lg font-bold">{formatPagePrice(price, draft.currency)}</p>}
      {words !== '' && <p className="wrap-anywhere whitespace-pre-line">{words}</p>}
      {buttons.length > 0 && (
        <ul aria-label="Butoanele paginii" className="flex flex-wrap gap-2">
          {buttons.map((button) => (
            <li
              key={button}
              className="rounded-full border border-line-strong px-3 py-1 text-sm font-semibold"
            >
              {button}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-ink-soft">
        {phone === null ? 'Fără telefon.' : `Numărul tău, +${phone}, e public.`}
      </p>
    </div>
  );
}
