import { TriangleAlert } from 'lucide-react';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatFrameNumbers } from '#web/text/batch-words.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface KeptBackgroundProps {
  readonly photoIds: readonly string[];
  readonly batch: readonly string[];
  readonly onLook: (photoId: string) => void;
}

/** Photos that were delivered as they were, and the way to the tool that helps. */
export function KeptBackground({ photoIds, batch, onLook }: KeptBackgroundProps) {
  const [first] = photoIds;
  if (first === undefined) return null;
  const one = photoIds.length === 1;
  return (
    <section aria-label="Fundaluri rămase" className="rounded-2xl bg-signal-wash p-4">
      <p className="flex gap-2.5">
        <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-signal-text" />
        <span>
          {formatCount(photoIds.length, NOUNS.photo)} {one ? 'și-a păstrat' : 'și-au păstrat'} fundalul:{' '}
          {formatFrameNumbers(photoIds, batch)}. Nu eram siguri ce e obiectul. Arată-ni-l și procesează din
          nou.
        </span>
      </p>
      <div className="mt-3">
        <Button look="quiet" small onClick={() => onLook(first)}>
          Decupează {one ? 'fotografia' : 'fotografiile'}
        </Button>
      </div>
    </section>
  );
}
