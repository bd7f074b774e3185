import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GalleryItem } from '#contract/gallery.ts';
import { formatStamp } from '#domain/language/time.ts';
import { keepWords, photoSize, takenWords } from '#web/features/gallery/photos/photo-words.ts';
import { lotLabel, lotName } from '#web/text/batch-words.ts';

export function ViewerFacts({ item }: { item: GalleryItem }) {
  const { lots, outputs, result } = item;
  return (
    <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [&_dt]:text-ink-soft">
      <Fact name="Mărime">{photoSize(item)}</Fact>
      <Fact name="Făcută">{takenWords(item)}</Fact>
      <Fact name={result ? 'Ieșit din lot' : 'Adăugată'}>{formatStamp(new Date(item.createdAt))}</Fact>
      <Fact name={lots.length > 1 ? 'Loturi' : 'Lot'}>{lots.length > 0 && <Lots item={item} />}</Fact>
      <Fact name={outputs.length > 1 ? 'Variante' : 'Variantă'}>{outputs.join(', ')}</Fact>
      <Fact name="Păstrată până pe">{keepWords(item)}</Fact>
      <Fact name="Loc">
        {item.hasGps && !result && 'poza știe unde a fost făcută; din rezultate scoatem locul'}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function Lots({ item }: { item: GalleryItem }) {
  return item.lots.map((lot, i) => (
    <span key={lot.id}>
      {i > 0 && ', '}
      <Link to={`/process/${lot.id}`} className="link inline-block py-0.5" title={lotLabel(lot.number)}>
        {lotName(lot)}
      </Link>
    </span>
  ));
}
