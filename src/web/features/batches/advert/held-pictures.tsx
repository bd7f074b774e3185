import { Link } from 'react-router';
import { formatCount } from '#domain/language/plural.ts';
import { zipUrl } from '#web/api/file-urls.ts';
import { type AdvertPicture, isAllowed } from '#web/features/batches/advert/picture-choice.ts';
import { PICTURE } from '#web/features/batches/advert/sending-words.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';

interface HeldNoteProps {
  readonly pictures: readonly AdvertPicture[];
  /** What helps those that are too small. */
  readonly remedies: readonly string[];
}

/** Says above the choice which of the lot's files cannot go in, and what helps: the list of them stands below it. */
export function HeldNote({ pictures, remedies }: HeldNoteProps) {
  const held = pictures.filter(({ verdict }) => verdict !== null);
  const [first] = held;
  if (first === undefined) return null;
  return (
    <div className="flex flex-col gap-1.5 rounded-xl bg-signal-wash px-4 py-3">
      <p>
        {first.key === pictures[0]?.key && 'Coperta lotului rămâne pe dinafară. '}
        {describeHeld(held, first)}
      </p>
      {remedies.map((remedy) => (
        <p key={remedy}>{remedy}</p>
      ))}
    </div>
  );
}

function describeHeld(held: readonly AdvertPicture[], { place, verdict }: AdvertPicture): string {
  const [one, many] = held.some(isAllowed)
    ? (['rămâne deocamdată pe dinafară', 'rămân deocamdată pe dinafară'] as const)
    : (['nu poate intra', 'nu pot intra'] as const);
  return held.length === 1
    ? `Poza ${place} ${one}: ${verdict}.`
    : `${formatCount(held.length, PICTURE)} ${many}; de ce, scrie mai jos, la fiecare.`;
}

interface RepairLinksProps {
  readonly batchId: string;
  /** The first picture that cannot go in. */
  readonly first: AdvertPicture | undefined;
}

/** The ways on where none of the lot's files can go in. */
export function RepairLinks({ batchId, first }: RepairLinksProps) {
  const at = first?.photoId ? `&foto=${first.photoId}` : '';
  return (
    <div className="flex flex-col gap-2">
      <Link to={`/process/${batchId}?edit=1${at}`} className={buttonClass({ wide: true })}>
        Schimbă lotul
      </Link>
      <a href={zipUrl(batchId)} download className={buttonClass({ wide: true, look: 'quiet' })}>
        Descarcă tot (ZIP)
      </a>
    </div>
  );
}
