import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadAdvert } from '#contract/adverts/sendings.ts';
import type { Batch } from '#contract/batches.ts';
import type { SiteName } from '#domain/adverts/sites.ts';
import { formatCount } from '#domain/language/plural.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { zipUrl } from '#web/api/file-urls.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { advertQuery } from '#web/features/batches/advert/advert-queries.ts';
import { HeldNote, RepairLinks } from '#web/features/batches/advert/held-pictures.tsx';
import {
  type AdvertPicture,
  addPicture,
  findAdvertOutput,
  isAllowed,
  listOldPictures,
  listOwnPictures,
  movePicture,
  proposePictures,
  removePicture,
  switchWay,
  type Way,
} from '#web/features/batches/advert/picture-choice.ts';
import { ChosenPictures, LeftOutPictures, OldPictures } from '#web/features/batches/advert/picture-tiles.tsx';
import {
  describeLimit,
  nameSite,
  PICTURE,
  warnOfClosed,
} from '#web/features/batches/advert/sending-words.ts';
import type { SentFile } from '#web/features/batches/advert/sent/whose-pictures.ts';
import { adviseSmall } from '#web/features/batches/advert/small-pictures.ts';
import type { AskedSending } from '#web/features/batches/advert/use-sendings.ts';
import { outputTabs } from '#web/features/batches/results/results.ts';
import { NOUNS } from '#web/shared/adverts/nouns.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface ArrangePicturesProps {
  readonly batch: Batch;
  readonly presets: readonly Preset[];
  readonly connectionId: string;
  readonly advertId: string;
  readonly site: SiteName;
  readonly seller: string;
  /** The lot's files that this advert was sent the last time, in order. */
  readonly before: readonly SentFile[];
  readonly busy: boolean;
  readonly onOther: () => void;
  readonly onSend: (asked: AskedSending) => void;
}

/** The advert's pictures as they are and as they would be, in their order. */
export function ArrangePictures(props: ArrangePicturesProps) {
  const query = useQuery(advertQuery(props.connectionId, props.advertId));
  // What was read for another visit may have changed since.
  if (query.data === undefined || query.isFetching)
    return (
      <div className="mt-4 flex flex-col gap-4">
        {query.error && !query.isFetching ? (
          <>
            <ReadFailed query={query} />
            <Button look="quiet" onClick={props.onOther}>
              Alege alt {NOUNS[props.site].one}
            </Button>
          </>
        ) : (
          <>
            <LoadingNote>{`Citim ${NOUNS[props.site].the}…`}</LoadingNote>
            <Skeleton className="h-56 w-full" />
          </>
        )}
      </div>
    );
  return <Arranged key={query.data.seen} {...props} read={query.data} />;
}

const WAYS: readonly Way[] = ['replace', 'add'];
const WAY_WORDS: Readonly<Record<Way, string>> = { replace: 'Înlocuiește', add: 'Adaugă' };

function Arranged({ read, ...props }: ArrangePicturesProps & { readonly read: ReadAdvert }) {
  const { batch, presets, connectionId, advertId, site, seller, before, busy, onOther, onSend } = props;
  const siteName = nameSite({ site, seller });
  const closed = warnOfClosed(read.advert, { site, seller });
  const noun = NOUNS[site];
  const tabs = outputTabs(batch).filter(({ delivered }) => delivered > 0);
  const [outputKey, setOutputKey] = useState(() => findAdvertOutput(batch, site));
  const [way, setWay] = useState<Way>('replace');
  const most = read.mostPictures;
  const old = listOldPictures(read.advert);
  const own = listOwnPictures(batch, presets, { site, outputKey });
  const [keys, setKeys] = useState<readonly string[]>(() => proposePictures({ own, old, before }, way, most));
  const [cut, setCut] = useState<readonly string[]>([]);
  const all = new Map([...own, ...old].map((picture) => [picture.key, picture]));
  const chosen = keys.flatMap((key) => all.get(key) ?? []);
  const nonePasses = chosen.length === 0 && !own.some(isAllowed);
  const offered = way === 'add' ? [...old, ...own] : own;
  const left = offered.filter(({ key }) => !keys.includes(key));
  const chooseOutput = (key: string) => {
    const nextOwn = listOwnPictures(batch, presets, { site, outputKey: key });
    setOutputKey(key);
    setCut([]);
    setKeys(proposePictures({ own: nextOwn, old, before }, way, most));
  };
  const chooseWay = (next: Way) => {
    if (next === way) return;
    const switched = switchWay({ keys, cut }, { old, way: next, most });
    setWay(next);
    setKeys(switched.keys);
    setCut(switched.cut);
  };
  return (
    <div className="mt-3 flex flex-col gap-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <a href={read.advert.url} target="_blank" rel="noreferrer" className="link font-medium wrap-anywhere">
          {read.advert.title}
        </a>
        <button type="button" className="link min-h-8 text-sm" onClick={onOther}>
          Alt {noun.one}
        </button>
      </p>
      {closed !== null && (
        <p role="alert" className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
          {closed}
        </p>
      )}
      <Doubts read={read} site={site} siteName={siteName} />
      <OldPictures noun={noun.one} pictures={old} />
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {old.length > 0 && (
          <Chips
            label={`Pozele din ${noun.one}`}
            choices={WAYS}
            chosen={way}
            words={(choice) => WAY_WORDS[choice]}
            onChoose={chooseWay}
          />
        )}
        {tabs.length > 1 && (
          <Chips
            label="Varianta"
            choices={tabs.map(({ key }) => key)}
            chosen={outputKey ?? ''}
            words={(key) => tabs.find((tab) => tab.key === key)?.label ?? key}
            onChoose={chooseOutput}
          />
        )}
      </div>
      <HeldNote pictures={own} remedies={adviseSmall(batch, presets, { site, outputKey })} />
      <ChosenPictures
        title="Cum va fi"
        noun={PICTURE}
        pictures={chosen}
        onMove={(key, by) => setKeys(movePicture(keys, key, by))}
        onRemove={(key) => setKeys(removePicture(keys, key))}
      />
      <LeftOutPictures
        noun={PICTURE}
        pictures={left}
        isFull={keys.length >= most}
        limit={describeLimit({ site: siteName, one: noun.one }, most)}
        onAdd={(key) => setKeys(addPicture(keys, key, most))}
      />
      <div className="dialog-foot" hidden={most === 0 && closed === null}>
        {closed !== null ? (
          <Button wide onClick={onOther}>
            Alege alt {noun.one}
          </Button>
        ) : read.reach === 'unreachable' ? (
          <a href={zipUrl(batch.id)} download className={buttonClass({ wide: true })}>
            Descarcă tot (ZIP)
          </a>
        ) : nonePasses ? (
          <RepairLinks batchId={batch.id} first={own[0]} />
        ) : (
          <Button
            wide
            busy={busy}
            disabled={chosen.length === 0}
            onClick={() => onSend({ connectionId, advertId, seen: read.seen, pictures: sourcesOf(chosen) })}
          >
            {chosen.length === 0
              ? 'Alege cel puțin o poză'
              : `Trimite la ${siteName} (${formatCount(chosen.length, PICTURE)})`}
          </Button>
        )}
      </div>
    </div>
  );
}

function sourcesOf(pictures: readonly AdvertPicture[]) {
  return pictures.map(({ source }) => source);
}

interface DoubtsProps extends Pick<ArrangePicturesProps, 'site'> {
  /** As sentences name it. */
  readonly siteName: string;
  readonly read: ReadAdvert;
}

/** What may keep the site from taking the pictures, and what else shows this advert. */
function Doubts({ read: { reach, advert }, site, siteName }: DoubtsProps) {
  return (
    <>
      {reach !== 'reached' && (
        <p className="rounded-xl bg-sunken px-4 py-3">
          {reach === 'doubt'
            ? `Nu am putut verifica dacă ${siteName} ajunge la pozele noastre. Poți trimite; dacă nu ajunge, ${NOUNS[site].the} rămâne cum e.`
            : `${siteName} nu poate lua pozele de la această adresă: ia fișierele în ZIP și pune-le cu mâna.`}
        </p>
      )}
      {advert.isExported && (
        <p className="rounded-xl bg-sunken px-4 py-3">
          Anunțul vine de pe Autovit: Autovit poate pune pozele de acolo la loc. Ca să rămână, pune-le în
          anunțul de pe Autovit.
        </p>
      )}
      {site === 'autovit' && (
        <p className="text-sm text-ink-soft">
          Dacă anunțul e trimis de Autovit și pe OLX, acolo pozele le pune Autovit.
        </p>
      )}
    </>
  );
}
