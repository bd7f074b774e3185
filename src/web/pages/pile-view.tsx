import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { UNLIMITED } from '#domain/credits/unlimited.ts';
import { groupBy } from '#domain/group-by.ts';
import { formatCount, formatNumber, NOUNS } from '#domain/language/plural.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { NamedRecipe } from '#domain/recipes/saved.ts';
import { newKey } from '#web/api/new-key.ts';
import { batchQuery } from '#web/api/queries/queries.ts';
import { usePresets } from '#web/api/queries/use-presets.ts';
import { useMissing } from '#web/api/reported-errors.ts';
import { buildLotVerdict, type LotVerdict } from '#web/editor/ready/verdicts.ts';
import { getStartState, type Help } from '#web/features/batches/start/start-button-state.ts';
import { ArrangePile } from '#web/features/upload/pile/arrange-pile.tsx';
import { countComing, findPlace, useComingFiles } from '#web/features/upload/pile/coming.ts';
import { findShared, type SharedRecipe } from '#web/features/upload/pile/find-shared.ts';
import { keepArrangements } from '#web/features/upload/pile/kept-arrangement.ts';
import { MadeLots, type SaidLot } from '#web/features/upload/pile/made-lots.tsx';
import { pickPaid, shortWords } from '#web/features/upload/pile/pile-price.ts';
import { PileRecipe } from '#web/features/upload/pile/pile-recipe.tsx';
import { ShortNote } from '#web/features/upload/pile/short-note.tsx';
import {
  type LotStart,
  type SharedChange,
  usePileActions,
  usePileLots,
} from '#web/features/upload/pile/use-pile-lots.ts';
import { stillUploading } from '#web/features/upload/upload-entry.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { findObstacle, NOTHING_REFUSED, type Refused, toLotStart } from '#web/pages/pile-obstacles.ts';
import { useUser } from '#web/session/use-user.ts';
import { batchName } from '#web/text/batch-words.ts';
import { pilePath, pricesPath } from '#web/text/choice-path.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { LoadingNote } from '#web/ui/skeleton.tsx';

interface PileViewProps {
  readonly pileId: string;
  /** True to divide it, though lots were made out of it before. */
  readonly isDividing: boolean;
  /** Shown where there is no such lot. */
  readonly missing: ReactNode;
}

/** A pile of photos as lots: proposed and arranged first; once they are made, started and downloaded together. */
export function PileView({ pileId, isDividing, missing }: PileViewProps) {
  const { data: pile = null, error } = useQuery(batchQuery(pileId));
  // Its lots stay although the first of them, which is the pile's own, was deleted.
  const isMissing = useMissing(error) && pile === null;
  const lots = usePileLots(pileId);
  usePageTitle(pile === null ? 'Loturi' : batchName(pile));
  if (lots === null || (pile === null && !isMissing)) return <LoadingNote>Se deschid loturile…</LoadingNote>;
  if (pile === null && lots.length === 0) return missing;
  return (
    <div className="page docking-page pb-0">
      {pile !== null && (lots.length < 2 || isDividing) ? (
        <ArrangePile pile={pile} />
      ) : (
        <Made pileId={pileId} pile={pile} lots={lots} />
      )}
    </div>
  );
}

interface MadeProps {
  readonly pileId: string;
  /** The lot that the pile was; null once it is deleted. */
  readonly pile: Batch | null;
  readonly lots: readonly Batch[];
}

function Made({ pileId, pile, lots }: MadeProps) {
  const presets = usePresets();
  const credits = useUser()?.credits.totalCredits ?? null;
  const actions = usePileActions(pileId);
  const [refused, setRefused] = useState(NOTHING_REFUSED);
  const said = useSaidLots(lots, { presets, credits, refused });
  const shared = findShared(lots.filter((lot) => lot.run === null));
  const give = useGive(actions.edit);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-4xl">{formatCount(lots.length, NOUNS.batch)}</h1>
        {pile !== null && lots.every((lot) => lot.run === null) && (
          <Button
            small
            look="quiet"
            busy={actions.gather.isPending}
            onClick={() => {
              // What was arranged is shown again, with its names.
              keepArrangements(pile.id, [lots.map(toArranged)]);
              actions.gather.mutate(pile.name);
            }}
          >
            Pune-le înapoi la un loc
          </Button>
        )}
      </div>
      {shared && (
        <PileRecipe
          path={pilePath(pileId)}
          shared={shared}
          isForAll={shared.lots.length === lots.length}
          coming={actions.edit.isPending ? actions.edit.variables.change : null}
          presets={presets}
          onRecipe={(recipe) => give(shared.lots, toChange(recipe), `„${recipe.name}”`)}
          onChange={(change) => give(shared.lots, change)}
          onPattern={(filePattern) => give([...shared.lots, ...shared.own], { filePattern })}
        />
      )}
      <MadeLots
        path={pilePath(pileId)}
        said={said}
        below={(lot) => shared?.own.includes(lot) && <OwnRecipe lot={lot} shared={shared} onGive={give} />}
      />
      <MadeDock
        lots={lots}
        wanted={said.flatMap(({ start }) => start)}
        help={said.find(({ help }) => help)?.help ?? null}
        actions={actions}
        onRefused={setRefused}
      />
    </>
  );
}

interface ToldLot extends SaidLot {
  /** Its start, none where it cannot run now. */
  readonly start: readonly LotStart[];
  readonly help?: Help | null;
}

interface Facts {
  readonly presets: readonly Preset[];
  /** −1 means unlimited; null while unknown. */
  readonly credits: number | null;
  readonly refused: Refused;
}

function useSaidLots(lots: readonly Batch[], { presets, credits, refused }: Facts): readonly ToldLot[] {
  const files = groupBy(useComingFiles(), (file) => findPlace(file, lots));
  return lots.map((lot) => {
    const own = files.get(lot.id) ?? [];
    const coming = countComing(lot, own);
    const uploading = stillUploading(own, lot.photos);
    const facts = { batch: lot, uploading, presets, credits, now: new Date() };
    const state = getStartState(facts);
    // What the balance pays is decided for all together.
    const paid = getStartState({ ...facts, credits: credits === null ? null : UNLIMITED });
    const start = toLotStart(lot, paid, coming);
    const obstacle = findObstacle(lot, { state, credits, refused, coming });
    const help = lot.run === null && paid.kind === 'blocked' ? paid.help : null;
    if (obstacle !== null) return { lot, line: obstacle, needsLook: true, start, help };
    if (state.kind === 'wanted')
      return { lot, line: `${state.label} · ${state.detail}`, needsLook: false, start };
    const verdict = findVerdict(lot, presets);
    return { lot, line: verdict?.text ?? null, needsLook: verdict?.isGood === false, start };
  });
}

type Give = (lots: readonly Batch[], change: SharedChange, name?: string) => void;

/** Returns a function that gives lots, which had it in common, another recipe; one with a name is offered back. */
function useGive(edit: ReturnType<typeof usePileActions>['edit']): Give {
  return (lots, change, name) => {
    const [first] = lots;
    if (first === undefined) return;
    const batchIds = lots.map(({ id }) => id);
    const before = { recipe: first.recipe, outputs: first.outputs, filePattern: first.filePattern };
    const onSuccess = () =>
      name !== undefined &&
      showToast({
        id: 'pile-recipe',
        text: `${name}: ${formatCount(lots.length, NOUNS.batch)}.`,
        action: {
          label: 'Înapoi',
          onPress: () => edit.mutate({ batchIds, change: before }),
        },
      });
    edit.mutate({ batchIds, change }, { onSuccess });
  };
}

function toChange({ recipe, outputs, filePattern }: Pick<NamedRecipe, 'recipe' | 'outputs' | 'filePattern'>) {
  return { recipe, outputs: [...outputs], ...(filePattern && { filePattern }) };
}

interface OwnRecipeProps {
  readonly lot: Batch;
  readonly shared: SharedRecipe;
  readonly onGive: Give;
}

/** Says that a lot has a recipe of its own, and offers to end that either way. */
function OwnRecipe({ lot, shared, onGive }: OwnRecipeProps) {
  const [first] = shared.lots;
  if (first === undefined) return null;
  const set = ({ recipe, outputs }: Batch) => toChange({ recipe, outputs });
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="font-medium">Rețetă proprie</span>
      <button type="button" className="link min-h-6" onClick={() => onGive([lot], set(first), lot.name)}>
        Ca la celelalte
      </button>
      <button
        type="button"
        className="link min-h-6"
        onClick={() => onGive(shared.lots, set(lot), `Rețeta de la ${lot.name}`)}
      >
        Pune-o la celelalte
      </button>
    </p>
  );
}

function toArranged({ id, name, photoIds }: Batch) {
  return { key: id, name, photoIds };
}

interface MadeDockProps {
  readonly lots: readonly Batch[];
  /** Starts of all lots that could run if the balance paid them. */
  readonly wanted: readonly LotStart[];
  /** The way on from what keeps a lot from starting, but for too few credits. */
  readonly help: Help | null;
  readonly actions: ReturnType<typeof usePileActions>;
  readonly onRefused: (refused: Refused) => void;
}

function MadeDock({ lots, wanted, help, actions, onRefused }: MadeDockProps) {
  const { edit, start, download } = actions;
  // A lot that still runs would come without the photos that are not finished.
  const delivered = lots.filter(({ state, results }) => !isRunning(state) && Object.keys(results).length > 0);
  const credits = useUser()?.credits.totalCredits ?? null;
  const starts = pickPaid(wanted, credits);
  const short = shortWords(wanted, credits);
  const unpaid = wanted.find((lot) => !starts.includes(lot));
  const startAll = () =>
    start.mutate(
      { lots: starts, idempotencyKey: newKey() },
      {
        onSuccess: ({ refusals }) =>
          onRefused({
            byLot: new Map(starts.flatMap(({ batchId }, i) => (refusals[i] ? [[batchId, refusals[i]]] : []))),
            credits,
          }),
      },
    );
  return (
    <div className="docked -mx-4 mt-4 sm:-mx-8">
      <div className="flex flex-col items-center gap-2 px-4 py-3 sm:flex-row-reverse sm:justify-start sm:gap-5 sm:px-8">
        {starts.length > 0 && (
          <Button busy={start.isPending || edit.isPending} onClick={startAll}>
            {startWords(starts, wanted.length)}
          </Button>
        )}
        {delivered.length > 0 && (
          <Button
            look={starts.length > 0 ? 'quiet' : 'primary'}
            busy={download.isPending}
            onClick={() => download.mutate(delivered)}
          >
            Descarcă {formatCount(delivered.length, NOUNS.batch)} (ZIP)
          </Button>
        )}
        {help !== null && (
          <Link to={help.to} className={buttonClass({ look: 'quiet' })}>
            {help.text}
          </Link>
        )}
        {short !== null && (
          <p className="text-sm text-ink-soft">
            <ShortNote words={short} to={pricesPath(`/process/${unpaid?.batchId}`, 'packages')} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Returns „Procesează 3 din 4 loturi – 3 credite”. `all`: lots that could start. */
function startWords(starts: readonly LotStart[], all: number): string {
  const cost = starts.reduce((sum, lot) => sum + lot.cost, 0);
  const some = starts.length < all ? `${formatNumber(starts.length)} din ` : '';
  return `Procesează ${some}${formatCount(all, NOUNS.batch)} – ${formatCount(cost, NOUNS.credit)}`;
}

/** By lot as it stood: one that has not changed is not looked at again when another one has. */
const verdicts = new WeakMap<Batch, { presets: readonly Preset[]; verdict: LotVerdict | null }>();

function findVerdict(lot: Batch, presets: readonly Preset[]): LotVerdict | null {
  const known = verdicts.get(lot);
  if (known?.presets === presets) return known.verdict;
  const verdict = buildLotVerdict(lot, presets);
  verdicts.set(lot, { presets, verdict });
  return verdict;
}
