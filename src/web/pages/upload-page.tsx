import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { SHARE_LOST } from '#contract/photos.ts';
import { groupBy } from '#domain/group-by.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { useStore } from '#web/api/store.ts';
import { CameraButton, loadCamera } from '#web/features/upload/camera/camera-button.tsx';
import { PhoneButton } from '#web/features/upload/phone/phone-button.tsx';
import { DropArea } from '#web/features/upload/pick/drop-area.tsx';
import { SampleOffer } from '#web/features/upload/pick/sample-offer.tsx';
import {
  isHeldBack,
  isInDanger,
  isOnItsWay,
  isUnfinished,
  type UploadItem,
} from '#web/features/upload/queue/queue-machine.ts';
import { useAllUploads } from '#web/features/upload/queue/upload-items.ts';
import { shownLotKey, useResumedUploads } from '#web/features/upload/queue/uploads.ts';
import { ShrinkSwitch } from '#web/features/upload/shrink/shrink-switch.tsx';
import { photoFigures, uploadEntries } from '#web/features/upload/upload-entry.ts';
import { useUploadBatch } from '#web/features/upload/use-upload-batch.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useGuidedQuery, useMadeBatch } from '#web/pages/upload-address.ts';
import { useUser } from '#web/session/use-user.ts';
import { ShotNote } from '#web/shared/batches/shot-note.tsx';
import { batchName } from '#web/text/batch-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { SparePart } from '#web/ui/spare-part.tsx';

/** Loaded once the page rests, to look for files that other apps shared earlier; at once for files just sent. */
const SharedOffer = createLazyPart(
  async () => (await import('#web/features/upload/pick/shared-offer.tsx')).SharedOffer,
);
const REST_MS = 1000;
const loadFilm = async () => (await import('#web/features/upload/upload-film.tsx')).UploadFilm;
/** Loaded once the page rests, so that photos that are picked without a connection are shown; at once for those picked sooner. */
const UploadFilm = createLazyPart(loadFilm);
/** Loaded with the first photos. */
const UploadStart = createLazyPart(async () => (await import('#web/pages/upload-start.tsx')).UploadStart);
const PileView = createLazyPart(async () => (await import('#web/pages/pile-view.tsx')).PileView);
/** Loaded once enough photos are there to be several things. */
const PileOffer = createLazyPart(
  async () => (await import('#web/features/upload/pile/pile-offer.tsx')).PileOffer,
);
/** Fewest photos that are looked at for several things. */
const LEAST_IN_PILE = 4;
const loadKeepNames = async () => (await import('#web/shared/batches/keep-names-switch.tsx')).KeepNamesSwitch;
const KeepNamesSwitch = createLazyPart(loadKeepNames);

export function UploadPage() {
  useResumedUploads(useUser()?.uid);
  const [params] = useSearchParams();
  const view = params.get('loturi');
  const pileId = view === null ? null : params.get('lot');
  if (pileId === null) return <UploadPhotos />;
  return (
    <Suspense>
      <PileView pileId={pileId} isDividing={view === 'imparte'} missing={<BatchMissing />} />
    </Suspense>
  );
}

function UploadPhotos() {
  const isAtRest = useAtRest();
  const [params, setParams] = useSearchParams();
  const [isGuided, setGuided] = useGuidedQuery();
  const [batchId, setMade] = useMadeBatch(isGuided);
  // The value stays when the batch of the first files gets its address: others may still wait for an answer.
  const [shared, setShared] = useState(params.get('shared'));
  const [agreed, setAgreed] = useState<number | null>(null);
  const batch = useUploadBatch(batchId, setMade);
  const entries = uploadEntries(batch.items, batch.batch === null ? [] : Object.values(batch.batch.photos));
  const hasFiles = entries.length > 0;
  // Without a batch there are only files that wait for one, and such as were refused.
  const isExpecting = entries.some(({ status }) => status !== 'refused');
  const { arrived, expected } = photoFigures(entries);
  // Photos that were chosen since answer the note about lost ones.
  const sent = hasFiles && shared === SHARE_LOST ? null : shared;
  usePageTitle(
    batch.batch === null ? 'Adaugă fotografii' : batchName(batch.batch),
    arrived < expected ? `${arrived}/${expected}` : null,
  );
  // An open camera goes on: its shots go into another lot.
  if (batch.missing && !isGuided) return <BatchMissing />;
  return (
    <div className="page docking-page pb-0">
      <h1 className="text-4xl">{getBatchHeading(batchId, batch.batch)}</h1>
      {!hasFiles && (
        <p className="mt-2 max-w-prose text-ink-soft">
          Un lot e un lucru de vânzare: toate pozele lui, în ordine, cu aceeași rețetă.
        </p>
      )}
      <div className="mt-5 mb-8 flex flex-col gap-5">
        <div className="flex max-w-md flex-col gap-2">
          <TextField
            label="Numele lotului"
            value={batch.name}
            maxLength={80}
            onChange={(event) => batch.rename(event.currentTarget.value)}
            onBlur={batch.saveName}
          />
          {hasFiles && (
            <SparePart isQuiet={isGuided}>
              <KeepNamesSwitch pattern={batch.pattern} onPattern={batch.setPattern} />
            </SparePart>
          )}
        </div>
        {batch.batch !== null && arrived >= LEAST_IN_PILE && (
          <SparePart isQuiet={isGuided}>
            <PileOffer batch={batch.batch} isComplete={arrived >= expected} />
          </SparePart>
        )}
        {/* Under the name, which many photos would carry out of reach. */}
        {hasFiles && (
          <SparePart isQuiet={isGuided}>
            <UploadFilm items={batch.items} batch={batch.batch} onDismiss={batch.dismiss} />
          </SparePart>
        )}
        {batch.batch !== null && <ShotNote batch={batch.batch} coming={listComing(batch.items)} />}
        {(sent !== null || isAtRest) && (
          <SparePart isQuiet={isGuided}>
            <SharedOffer
              wasSent={sent !== null}
              isLost={sent === SHARE_LOST}
              leftOut={Number.parseInt(sent ?? '', 10) || 0}
              onFiles={batch.add}
              onProcess={(files, cost) => {
                setAgreed(cost);
                batch.add(files);
              }}
              onDone={() => {
                setShared(null);
                if (params.has('shared')) setParams({}, { replace: true });
              }}
            />
          </SparePart>
        )}
        <OtherUploads current={batchId} />
        <DropArea compact={hasFiles} onFiles={batch.add}>
          <CameraButton batchId={batchId} batch={batch} open={isGuided} onOpenChange={setGuided} />
          <PhoneButton batch={batch.batch} onOpen={batch.begin}>
            De pe telefon
          </PhoneButton>
        </DropArea>
        <ShrinkSwitch />
        {!hasFiles && <SampleOffer onFiles={batch.add} />}
        {!hasFiles && (
          <p className="text-ink-soft">
            Vrei întâi să vezi cum iese?{' '}
            <Link to="/test-image" className="link inline-block min-h-6">
              Probează o poză, gratuit
            </Link>
          </p>
        )}
        {batch.failed && (
          <p role="alert" className="flex flex-wrap items-center gap-3">
            Lotul nu s-a putut crea. Fotografiile sunt încă aici.
            <Button small look="quiet" onClick={batch.again}>
              Încearcă din nou
            </Button>
          </p>
        )}
      </div>
      {(batchId === null ? isExpecting : hasFiles) && (
        <NextStep batchId={batchId} photos={expected} items={batch.items}>
          {batch.batch !== null && expected > 0 && (
            <SparePart isQuiet={isGuided}>
              <UploadStart batch={batch.batch} items={batch.items} agreed={agreed} />
            </SparePart>
          )}
        </NextStep>
      )}
    </div>
  );
}

/** Returns the shots that are taken and have not arrived. */
function listComing(items: readonly UploadItem[]): string[] {
  return items.flatMap((item) =>
    item.shot && (isUnfinished(item) || isHeldBack(item)) ? item.shot.key : [],
  );
}

/** Returns „Lot nou” until the batch exists, then its name. */
function getBatchHeading(batchId: string | null, batch: Batch | null): string {
  if (batch !== null) return batchName(batch);
  return batchId === null ? 'Lot nou' : 'Se deschide lotul…';
}

function BatchMissing() {
  return (
    <div className="page">
      <EmptyState
        heading="h1"
        title="Nu am găsit lotul"
        action={
          <Link to="/upload" className={buttonClass()}>
            Începe un lot nou
          </Link>
        }
      >
        Poate a fost șters sau e al altui cont.
      </EmptyState>
    </div>
  );
}

interface NextStepProps {
  readonly batchId: string | null;
  readonly photos: number;
  /** Files of this browser. */
  readonly items: readonly UploadItem[];
  /** Content beside the way to the recipe. */
  readonly children: ReactNode;
}

/** The next step, in reach of the thumb: the recipe can be chosen while the photos are still on their way. */
function NextStep({ batchId, photos, items, children }: NextStepProps) {
  return (
    <div className="@container docked -mx-4 sm:-mx-8">
      <div className="flex flex-col items-center gap-2 px-4 py-3 *:max-sm:w-full sm:flex-row-reverse sm:justify-start sm:gap-5 sm:px-8">
        {batchId === null ? (
          <Button disabled>Se face lotul…</Button>
        ) : (
          <Link to={`/process/${batchId}`} className={`${buttonClass()} flex-wrap max-sm:w-full`}>
            Alege rețeta
            <Pill tone="signal">{formatCount(photos, NOUNS.photo)}</Pill>
          </Link>
        )}
        {children}
        {batchId !== null && items.some(isOnItsWay) && (
          <p className="text-sm text-ink-soft max-sm:text-center @max-[16rem]:sr-only">
            {items.some(isInDanger)
              ? 'Nu închide pagina: acest browser nu poate păstra pozele până se trimit.'
              : 'Poți închide pagina: continuăm de unde a rămas.'}
          </p>
        )}
      </div>
    </div>
  );
}

/** Lists files of other batches that are still on their way. */
function OtherUploads({ current }: { current: string | null }) {
  const shown = useStore(shownLotKey);
  const isElsewhere = ({ batchId, lot }: UploadItem) =>
    lot === undefined ? batchId !== current : lot.key !== shown || current !== null;
  const others = groupBy(
    useAllUploads().filter((item) => (isUnfinished(item) || isHeldBack(item)) && isElsewhere(item)),
    ({ batchId, lot }) => batchId ?? lot?.key ?? '',
  );
  return [...others].map(([key, items]) => (
    <p key={key} className="rounded-xl bg-sunken px-4 py-2.5">
      {otherSentence(items)} <OtherLink place={key} lot={items[0]?.lot} />
    </p>
  ));
}

/** Leads to the batch; to one that is still to be made as this page shows it, and to its guided shots. */
function OtherLink({ place, lot }: { place: string; lot: UploadItem['lot'] }) {
  if (lot === undefined)
    return (
      <Link className="link" to={`/upload?lot=${place}`}>
        Vezi lotul
      </Link>
    );
  return (
    <Link
      className="link"
      to={lot.shotList ? '/upload?ghidat=1' : '/upload'}
      onClick={() => shownLotKey.write(place)}
    >
      {lot.shotList ? 'Continuă pozele ghidate' : 'Vezi lotul'}
    </Link>
  );
}

function otherSentence(items: readonly UploadItem[]): string {
  const lost = items.every(({ state }) => state.kind === 'file-needed');
  const photos = formatCount(items.length, NOUNS.photo);
  return lost
    ? `De ales din nou, într-un lot început mai devreme: ${photos}.`
    : `De trimis, din alt lot: ${photos}.`;
}

function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setAtRest(true);
      for (const load of [loadFilm, loadKeepNames]) void load().catch(() => {});
      // In a garage without a signal, a phone's camera has to open all the same.
      if (matchMedia('(pointer: coarse)').matches) void loadCamera().catch(() => {});
    }, REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isAtRest;
}
