import { Check, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import type { Fix } from '#domain/batches/fix-kinds.ts';
import type { Finding } from '#domain/batches/ready.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { usePresets } from '#web/api/queries/use-presets.ts';
import { PlatesNote } from '#web/editor/ready/plates-note.tsx';
import {
  findingsAfter,
  listTroubles,
  type OutputFindings,
  type Trouble,
} from '#web/editor/ready/ready-batch.ts';
import { fixNote, fixWords, goodText, placedText, troubleText } from '#web/editor/ready/ready-words.ts';
import { useFixes, type Ways } from '#web/editor/ready/use-fixes.ts';
import { useUser } from '#web/session/use-user.ts';
import { pricesPath } from '#web/text/choice-path.ts';
import { limitsSource } from '#web/text/limits-source.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface PublishCheck {
  readonly batch: Batch;
  /** Empty until they are loaded. */
  readonly presets: readonly Preset[];
}

interface FixHandler {
  readonly onFix: (fix: Fix, photoIds: readonly string[]) => void;
}

export interface ReadyToPublishProps extends PublishCheck {
  readonly ways: Ways;
}

/** Says everything in words: what speaks against publishing, once for all places that it is the same for; then each place's word. */
export function ReadyToPublish({ batch, presets, ways }: ReadyToPublishProps) {
  const fix = useFixes(batch, ways);
  const outputs = findingsAfter(batch, presets);
  const known = listTroubles(outputs);
  return (
    <section aria-label="Gata de publicat" className="rounded-2xl border border-line bg-card p-4">
      <h2 className="mb-1 text-lg">{known.length === 0 ? 'Gata de publicat' : 'Gata de publicat?'}</h2>
      <PlatesNote batch={batch} />
      {presets.length === 0 && <Skeleton className="h-16 w-full" />}
      {known.length > 0 && (
        <ul className="flex flex-col gap-2.5 pt-1 pb-2 text-[0.9375rem]">
          {known.map((trouble) => (
            <FindingRow
              key={`${trouble.rule} ${trouble.labels.join()}`}
              batch={batch}
              finding={trouble}
              text={placedText(trouble, batch.photoIds, outputs.length)}
              onFix={fix}
            />
          ))}
        </ul>
      )}
      <ul aria-label="Pe locuri">
        {outputs.map((output) => (
          <Output key={output.key} output={output} />
        ))}
      </ul>
    </section>
  );
}

function Output({ output: { label, findings } }: { readonly output: OutputFindings }) {
  const failing = findings.filter(({ passes }) => !passes).length;
  return (
    <li className="flex gap-2.5 border-t border-line py-1.5">
      {failing === 0 ? (
        <Check aria-hidden size={18} className="mt-0.5 shrink-0 text-good" />
      ) : (
        <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-signal-text" />
      )}
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{label}</span>{' '}
        <span className="text-sm text-ink-soft">{failing === 0 ? 'gata' : `${failing} de verificat`}</span>
        <span className="block text-sm text-ink-soft">{goodText(findings)}</span>
      </span>
    </li>
  );
}

interface FindingRowProps extends FixHandler {
  readonly batch: Batch;
  readonly finding: Finding;
  readonly text: string;
}

function FindingRow({ finding, text, batch, onFix }: FindingRowProps) {
  const user = useUser();
  const presets = usePresets();
  const { fix, photoIds } = finding;
  const source = user === null ? '' : limitsSource(user, new Date());
  const note = fixNote(finding, {
    photos: batch.photoIds.length,
    places: batch.outputs.length,
    own: countOwn(batch),
    source,
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      <span className="min-w-0 flex-[1_1_10rem]">
        <span className="block">{text}</span>
        {note && <span className="mt-0.5 block text-sm text-ink-soft">{note}</span>}
      </span>
      {fix?.kind === 'beyond-plan' ? (
        <Link to={pricesPath(`/process/${batch.id}`, 'plans')} className="link min-h-6">
          {fixWords(finding, fix, presets)}
        </Link>
      ) : (
        fix && (
          <Button look="quiet" small onClick={() => onFix(fix, photoIds)}>
            {fixWords(finding, fix, presets)}
          </Button>
        )
      )}
    </li>
  );
}

function countOwn({ photoIds, exceptions }: Batch) {
  const own = photoIds.flatMap((id) => exceptions[id] ?? []);
  return {
    background: own.filter(({ background }) => background !== null).length,
    crop: own.filter(({ crop }) => crop !== null).length,
  };
}

interface BeforeStartProps extends FixHandler {
  readonly batch: Batch;
  readonly known: readonly Trouble[];
}

/** Shows problems known before the start. They warn and do not block. */
export function BeforeStart({ batch, known, onFix }: BeforeStartProps) {
  if (known.length === 0) return null;
  return (
    <ul
      aria-label="Înainte de publicare"
      className="flex flex-col gap-2.5 rounded-xl bg-signal-wash px-3 py-2.5 text-sm"
    >
      {known.map((trouble) => (
        <FindingRow
          key={`${trouble.rule} ${trouble.labels.join()}`}
          batch={batch}
          finding={trouble}
          text={`${trouble.labels.join(', ')}: ${troubleText(trouble, batch.photoIds)}`}
          onFix={onFix}
        />
      ))}
    </ul>
  );
}
