import { lazy, Suspense, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { resultDownloadUrl, zipUrl } from '#web/api/file-urls.ts';
import { ReadyToPublish, type ReadyToPublishProps } from '#web/editor/ready/ready-to-publish.tsx';
import { buildVerdicts } from '#web/editor/ready/verdicts.ts';
import { AdvertDoor } from '#web/features/batches/advert/advert-door.tsx';
import { PageDoor } from '#web/features/batches/advert/page-door.tsx';
import { KeptBackground } from '#web/features/batches/results/kept-background.tsx';
import { ResultCell } from '#web/features/batches/results/result-cell.tsx';
import {
  loadCompare,
  loadProblem,
  usePreloadedDialogs,
} from '#web/features/batches/results/result-dialogs.ts';
import {
  buildGridCells,
  creditsBack,
  keptBackgrounds,
  outputTabs,
  redoNote,
  runNote,
  zipNote,
  zipSize,
} from '#web/features/batches/results/results.ts';
import { StoppedRun } from '#web/features/batches/results/stopped-run.tsx';
import type { FoundPlates, PlateAnswer } from '#web/features/batches/start/found-plates.ts';
import { StartButton } from '#web/features/batches/start/start-button.tsx';
import type { RunOffer } from '#web/features/batches/start/start-button-state.ts';
import { BatchTitle } from '#web/shared/batches/batch-title.tsx';
import { FileNames } from '#web/shared/batches/file-names.tsx';
import { deliveredNames } from '#web/shared/batches/name-pattern.ts';
import { ShotNote } from '#web/shared/batches/shot-note.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { ScrollRow } from '#web/ui/fields/scroll-row.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { SaveToPhone } from '#web/ui/save-to-phone.tsx';
import { canShareFiles } from '#web/ui/share-files.ts';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const CompareDialog = lazy(async () => ({ default: (await loadCompare()).CompareDialog }));
const PhoneResultsDialog = createLazyPart(
  async () => (await import('#web/features/batches/results/phone-results-dialog.tsx')).PhoneResultsDialog,
);
const ProblemDialog = lazy(async () => ({ default: (await loadProblem()).ProblemDialog }));

interface ResultsViewProps {
  readonly batch: Batch;
  readonly presets: readonly Preset[];
  readonly now: Date;
  /** Offers to run the failed photos again, and those that no run has tried yet. */
  readonly offers: readonly RunOffer[];
  /** Offer for everything that a stopped run left undone. */
  readonly goOn: RunOffer | null;
  readonly busy: boolean;
  readonly found: (photoIds: readonly string[]) => FoundPlates;
  readonly onStart: (offer: RunOffer, answer: PlateAnswer) => void;
  readonly onEdit: () => void;
  readonly onPattern: (pattern: string) => void;
  readonly ways: ReadyToPublishProps['ways'];
}

/** The batch's page after a run: the files by platform, and one way to take them all home. */
export function ResultsView(props: ResultsViewProps) {
  const { batch, presets, now, offers, goOn, busy, found, onStart, onEdit, onPattern, ways } = props;
  usePreloadedDialogs();
  const tabs = outputTabs(batch);
  const [wanted, setWanted] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const isCompared = useHasOpened(open !== null);
  const tab = tabs.find(({ key }) => key === wanted) ?? tabs[0] ?? null;
  const cells = buildGridCells(batch, tab?.key ?? null, presets);
  const verdicts = buildVerdicts(batch, presets, { outputKey: tab?.key ?? null });
  const back = creditsBack(batch.run);
  return (
    <div className="page max-lg:flex max-lg:min-h-[calc(100dvh-var(--top-bar)-var(--bottom-bar))] max-lg:flex-col max-lg:pb-0 lg:pb-12">
      <div className="mb-5 flex flex-col gap-3 lg:flex-row lg:items-end">
        <BatchTitle batch={batch} note={batch.run === null ? '' : runNote(batch.run)} />
        <ScrollRow
          legend="Variantele lotului"
          className="-mx-4 px-4 py-1 sm:mx-0 sm:px-1 lg:max-w-[60%] [scrollbar-width:thin]"
        >
          {tabs.map(({ key, label, delivered }) => (
            <button
              key={key}
              type="button"
              aria-pressed={key === tab?.key}
              onClick={() => setWanted(key)}
              className="chip shrink-0"
            >
              {label} {delivered}
            </button>
          ))}
        </ScrollRow>
      </div>
      <StoppedRun batch={batch} offer={goOn} busy={busy} found={found} onStart={onStart} />
      <div className="flex grow flex-col gap-6 lg:grid lg:grid-cols-[1fr_20rem] lg:items-start">
        <ul aria-label={tab?.label ?? 'Fotografii'} className="result-rows">
          {cells.map((cell) => (
            <ResultCell
              key={cell.photoId}
              cell={cell}
              total={batch.photoIds.length}
              photo={batch.photos[cell.photoId]}
              verdict={verdicts.get(cell.photoId)?.words ?? null}
              onOpen={() => setOpen(cell.photoId)}
            />
          ))}
        </ul>
        <aside aria-label="Ce urmează" className="max-lg:contents lg:flex lg:flex-col lg:gap-4">
          {tabs.length > 0 && (
            <TakeHome
              batch={batch}
              presets={presets}
              variant={tabs.length > 1 ? (tab?.label ?? null) : null}
              files={cells.flatMap(({ files }) => files.map(({ id }) => resultDownloadUrl(id)))}
            />
          )}
          {tabs.length > 0 && (
            <div className="lg:-mt-2">
              <PageDoor batch={batch} presets={presets} />
            </div>
          )}
          <FileNames batch={deliveredNames(batch)} now={now} onPattern={onPattern} />
          {back && <p className="font-medium">{back}</p>}
          <ShotNote batch={batch} />
          {offers.map((offer) => (
            <StartButton
              key={offer.label}
              offer={offer}
              found={found(offer.photoIds)}
              busy={busy}
              onStart={onStart}
            />
          ))}
          <KeptBackground
            photoIds={keptBackgrounds(batch)}
            batch={batch.photoIds}
            onLook={(photoId) => ways.open(photoId, 'background')}
          />
          {tabs.length > 0 && <ReadyToPublish batch={batch} presets={presets} ways={ways} />}
          <Redo note={redoNote(batch.window.endsAt, now)} onEdit={onEdit} />
          <Problem batchId={batch.id} />
        </aside>
      </div>
      {tab && isCompared && (
        <Suspense>
          <CompareDialog
            batch={batch}
            outputKey={tab.key}
            cells={cells.filter(({ files }) => files.length > 0)}
            photoId={open}
            verdicts={verdicts}
            onShow={setOpen}
          />
        </Suspense>
      )}
    </div>
  );
}

function Problem({ batchId }: { batchId: string }) {
  const [open, setOpen] = useState(false);
  const asked = useHasOpened(open);
  return (
    <p className="text-sm">
      <button type="button" className="link inline-flex min-h-8 items-center" onClick={() => setOpen(true)}>
        Ceva n-a ieșit bine?
      </button>
      {asked && (
        <Suspense>
          <ProblemDialog batchId={batchId} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </p>
  );
}

/** On a small screen the bar is low, and a phone is nearer to its own gallery. */
function OnPhone({ batchId }: { batchId: string }) {
  const [open, setOpen] = useState(false);
  const asked = useHasOpened(open);
  return (
    <div className="max-lg:hidden">
      <Button look="quiet" wide onClick={() => setOpen(true)}>
        Continuă pe telefon
      </Button>
      {asked && (
        <Suspense>
          <PhoneResultsDialog batchId={batchId} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  );
}

interface TakeHomeProps {
  readonly batch: Batch;
  readonly presets: readonly Preset[];
  /** The variant of the files, when there are several. */
  readonly variant: string | null;
  readonly files: readonly string[];
}

/**
 * Takes files home or into an advert: on a phone first into its gallery, by the shown platform, then everything as a ZIP. On a small screen
 * it is a bar at hand, however many photos there are.
 */
function TakeHome({ batch, presets, variant, files }: TakeHomeProps) {
  const [intoPhone] = useState(canShareFiles);
  return (
    <div className="take-home @container flex flex-col gap-2 max-lg:sticky max-lg:bottom-[var(--bottom-bar)] max-lg:z-20 max-lg:order-last max-lg:-mx-4 max-lg:mt-auto max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:py-3 sm:max-lg:-mx-8 sm:max-lg:px-8">
      <SaveToPhone wide files={files} of={variant} />
      <div className="max-lg:grid max-lg:auto-cols-fr max-lg:grid-flow-col max-lg:gap-2 lg:contents">
        <a
          href={zipUrl(batch.id)}
          download
          className={`${buttonClass({ wide: true, look: intoPhone ? 'quiet' : 'primary' })} max-lg:flex-wrap max-lg:gap-y-0.5 max-lg:px-2`}
        >
          Descarcă tot (ZIP)
          <Pill tone="signal">{zipSize(batch)}</Pill>
        </a>
        <AdvertDoor batch={batch} presets={presets} />
      </div>
      <p className="text-center text-sm text-ink-soft @max-[16rem]:sr-only max-lg:[@media(max-height:30rem)]:sr-only">
        {zipNote(batch)}
      </p>
      {!intoPhone && <OnPhone batchId={batch.id} />}
    </div>
  );
}

function Redo({ note, onEdit }: { note: string | null; onEdit: () => void }) {
  return (
    <section aria-label="Refă lotul" className="rounded-2xl border border-line bg-card p-4">
      <h2 className="text-lg">{note ?? 'Mai încearcă o rețetă'}</h2>
      <p className="mt-1 mb-3 text-ink-soft">
        {note
          ? 'Aceleași fotografii, altă rețetă sau alte variante, fără credite.'
          : 'Fotografiile lotului sunt tot aici.'}
      </p>
      <Button look="quiet" onClick={onEdit}>
        Schimbă rețeta
      </Button>
    </section>
  );
}
