import type { Batch, Run } from '#contract/batches.ts';
import { listAgainst, type RuleId } from '#domain/batches/ready.ts';
import { isRunning } from '#domain/batches/states.ts';
import { formatCount } from '#domain/language/plural.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { findingsAfter, listTroubles } from '#web/editor/ready/ready-batch.ts';
import { placedText, ruleWords } from '#web/editor/ready/ready-words.ts';

interface Judged {
  readonly outputKey: string | null;
  /** The preset of where the files go, if that is elsewhere than what they were made for. */
  readonly place?: Preset | undefined;
}

export interface Verdict {
  readonly words: string;
  /** The place takes such a file, and the seller may know better. */
  readonly isAdvice: boolean;
  /** The file has too few pixels for where it goes. */
  readonly isSmall: boolean;
}

/** Rules that only advise. */
const ADVICE: readonly RuleId[] = ['real-background', 'twins', 'blurry', 'dark', 'bright'];

/** Returns by photo what „Gata de publicat” says against its files in one output: the one verdict that there is of a file. */
export function buildVerdicts(
  batch: Batch,
  presets: readonly Preset[],
  { outputKey, place }: Judged,
): ReadonlyMap<string, Verdict> {
  const output = findingsAfter(batch, presets, place).find(({ key }) => key === outputKey);
  // A form that was chosen for one place is no fault in another.
  const isElsewhere = place !== undefined && outputKey !== place.key;
  const findings = (output?.findings ?? []).filter(({ rule }) => rule !== 'shape' || !isElsewhere);
  return new Map(
    [...listAgainst(findings)].map(([id, against]) => [
      id,
      {
        words: against.map((finding) => ruleWords({ ...finding, photoIds: [id] })).join(' · '),
        isAdvice: against.every(({ rule }) => ADVICE.includes(rule)),
        isSmall: against.some(({ rule }) => rule === 'size'),
      },
    ]),
  );
}

/** What „Gata de publicat” says of a whole lot, in one line. */
export interface LotVerdict {
  readonly isGood: boolean;
  readonly text: string;
}

/** The lot's own page says the others. */
const MOST_SAID = 2;
const OBSERVATIONS = { one: 'observație', few: 'observații' };

/** Returns „Gata de publicat”, or „2 observații: …”; null where no run has ended, or the places' rules are not loaded. */
export function buildLotVerdict(batch: Batch, presets: readonly Preset[]): LotVerdict | null {
  if (batch.run === null || isRunning(batch.state) || presets.length === 0) return null;
  const outputs = findingsAfter(batch, presets);
  if (outputs.length === 0) return { isGood: false, text: noFilesText(batch.run) };
  const troubles = listTroubles(outputs);
  if (troubles.length === 0) return { isGood: true, text: 'Gata de publicat' };
  const texts = troubles.map((trouble) => placedText(trouble, batch.photoIds, outputs.length));
  const line = [...texts.slice(0, MOST_SAID), ...(texts.length > MOST_SAID ? ['…'] : [])].join('; ');
  return { isGood: false, text: `${formatCount(troubles.length, OBSERVATIONS)}: ${line}` };
}

function noFilesText({ photos }: Run): string {
  const reason = Object.values(photos).find(({ error }) => error !== null)?.error?.message;
  return reason === undefined ? 'Nu a ieșit niciun fișier' : `Nu a ieșit niciun fișier. ${reason}`;
}
