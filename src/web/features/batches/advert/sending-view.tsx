import clsx from 'clsx';
import { Check, Clock, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formerPicture, type Sending } from '#contract/adverts/sendings.ts';
import type { Batch } from '#contract/batches.ts';
import { canStop, isUnderWay } from '#domain/adverts/sending.ts';
import { findCover } from '#domain/batches/taken-photos.ts';
import { formatCount } from '#domain/language/plural.ts';
import { formatDayAndMonth, formatHour } from '#domain/language/time.ts';
import { routeUrl } from '#web/api/call.ts';
import { resultThumbnailUrl } from '#web/api/file-urls.ts';
import {
  canSendAgain,
  describeAfter,
  describeFields,
  describePicture,
  describeRefused,
  describeSending,
  nameSite,
  needsLink,
  PICTURE,
} from '#web/features/batches/advert/sending-words.ts';
import {
  canUndo,
  listReachable,
  tellAfter,
  tellBefore,
  type Whose,
} from '#web/features/batches/advert/sent/whose-pictures.ts';
import { NOUNS } from '#web/shared/adverts/nouns.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';

interface SendingViewProps {
  readonly batch: Batch;
  readonly sending: Sending;
  /** All of the lot, the newest first. */
  readonly sendings: readonly Sending[];
  readonly busy: boolean;
  readonly onStop: () => void;
  /** Puts the former pictures of a sending back. */
  readonly onUndo: (of: Sending) => void;
  /** Opens the advert's pictures anew. */
  readonly onAgain: () => void;
  /** Chooses another account or advert. */
  readonly onOther: () => void;
  /** The same, to be sent without copies of the former pictures. */
  readonly onWithoutUndo: () => void;
  /** True where the account can be used now. */
  readonly isLinked: boolean;
  readonly onLink: () => void;
}

/** A sending under way, or how it ended: photo by photo, with the ways on from there. */
export function SendingView(props: SendingViewProps) {
  const {
    batch,
    sending,
    sendings,
    busy,
    isLinked,
    onStop,
    onUndo,
    onAgain,
    onOther,
    onWithoutUndo,
    onLink,
  } = props;
  const start = useRef<HTMLDivElement>(null);
  // What was pressed is gone with the view before.
  useEffect(() => {
    start.current?.focus({ preventScroll: true });
    start.current?.scrollIntoView({ block: 'start' });
  }, []);
  const { state, failure, advert } = sending;
  const site = nameSite(sending);
  const noun = NOUNS[sending.site];
  const whose = tellAfter(sending, { batch, sendings });
  const isToLink = needsLink(sending);
  const isRelinked = isToLink && isLinked;
  // What became of a change that was cut off is said until it is looked at.
  const isHealed = isRelinked && failure?.code !== 'cut-off';
  const isBad = state === 'failed' && !isHealed;
  const hasNoCopy = failure?.code === 'former' || failure?.code === 'former-full';
  return (
    <div ref={start} tabIndex={-1} className="mt-4 flex flex-col gap-4 outline-none">
      {advert.title !== '' && (
        <h3 className="text-lg font-semibold wrap-anywhere">
          {advert.title} <span className="text-sm font-normal text-ink-soft">nr. {advert.id}</span>
        </h3>
      )}
      <div role={isBad ? 'alert' : 'status'}>
        <p className={clsx('font-medium', isBad && 'rounded-xl bg-danger-wash px-4 py-3 text-danger')}>
          {isHealed
            ? `Contul e legat din nou. ${noun.first} a rămas cum era.`
            : describeSending(sending, whose)}
        </p>
        {listNotes(batch, sending).map((note) => (
          <p key={note} className="mt-1.5 wrap-anywhere">
            {note}
          </p>
        ))}
      </div>
      <SentPictures batch={batch} sending={sending} />
      {isUnderWay(state) && (
        <p className="text-sm text-ink-soft">Poți închide pagina: trimiterea merge mai departe.</p>
      )}
      <div className="dialog-foot flex flex-col gap-2.5">
        {isToLink && !isLinked && <Button onClick={onLink}>Leagă din nou</Button>}
        {hasNoCopy && (
          <Button busy={busy} onClick={onWithoutUndo}>
            Trimite fără copie
          </Button>
        )}
        {(canSendAgain(sending) || isRelinked) && (
          <Button look={hasNoCopy ? 'quiet' : 'primary'} onClick={onAgain}>
            {failure?.code === 'changed' ? 'Uită-te din nou' : 'Încearcă din nou'}
          </Button>
        )}
        {!isUnderWay(state) && advert.url !== '' && (
          <a
            href={advert.url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ look: state === 'done' ? 'primary' : 'quiet' })}
          >
            Vezi {noun.the} pe {site}
          </a>
        )}
        {canStop(state) && (
          <Button look="quiet" busy={busy} onClick={onStop}>
            Oprește trimiterea
          </Button>
        )}
        {canUndo(sending) && (
          <Undo
            of={sending}
            name={NAMES[tellBefore(sending, { batch, sendings })]}
            busy={busy}
            onUndo={onUndo}
          />
        )}
        {!isUnderWay(state) &&
          listReachable(sending, sendings).map((each) => (
            <Undo key={each.id} of={each} name={nameEarlier(each)} busy={busy} onUndo={onUndo} />
          ))}
        {state === 'done' && (
          <Button look="quiet" onClick={onAgain}>
            {whose === 'sent' ? `Actualizează ${noun.the}` : 'Schimbă din nou pozele'}
          </Button>
        )}
        {!isUnderWay(state) && (
          <Button look="quiet" onClick={onOther}>
            Alege alt {noun.one}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Names of the way back to what the advert had before. */
const NAMES: Readonly<Record<Whose, string>> = {
  former: 'Pune pozele vechi la loc',
  lot: 'Pune din nou pozele lotului',
  sent: 'Pune din nou pozele trimise înainte',
};

function listNotes({ photoIds, photos }: Batch, sending: Sending): string[] {
  const cover = findCover(photoIds.flatMap((id) => photos[id] ?? []));
  return [...describeFields(sending), ...describeRefused(sending), ...describeAfter(sending, cover?.id)];
}

function nameEarlier({ createdAt }: Sending): string {
  const at = new Date(createdAt);
  return `Pune pozele dinainte de ${formatDayAndMonth(at)}, ${formatHour(at)}`;
}

interface UndoProps {
  readonly of: Sending;
  readonly name: string;
  readonly busy: boolean;
  readonly onUndo: (of: Sending) => void;
}

/** Puts back what the advert had before a sending, after a question that shows it. */
function Undo({ of, name, busy, onUndo }: UndoProps) {
  const [asked, setAsked] = useState(false);
  const { former, undoUntil } = of;
  return (
    <>
      <Button look="quiet" busy={busy} onClick={() => setAsked(true)}>
        {name}
      </Button>
      {undoUntil !== null && (
        <p className="text-center text-sm text-ink-soft">
          Le păstrăm până pe {formatDayAndMonth(new Date(undoUntil))}
        </p>
      )}
      <AlertDialog
        open={asked}
        title={`${name}?`}
        body={
          <>
            <p>
              În locul pozelor de acum, {NOUNS[of.site].the} va avea {formatCount(former.length, PICTURE)}, la
              mărimea la care le avea {nameSite(of)}:
            </p>
            <ul className="mt-3 flex flex-wrap gap-1.5">
              {former.map((id) => (
                <li key={id} className="size-14 overflow-hidden rounded-lg bg-sunken">
                  <img
                    src={routeUrl(formerPicture, { params: { formerId: id } })}
                    alt=""
                    className="h-full w-full object-cover"
                  />
                </li>
              ))}
            </ul>
          </>
        }
        confirm="Pune-le la loc"
        cancel="Lasă așa"
        onConfirm={() => {
          setAsked(false);
          onUndo(of);
        }}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}

/** The sent pictures in order, each with what the site did with it. */
function SentPictures({ batch, sending }: { batch: Batch; sending: Sending }) {
  return (
    <ol aria-label="Pozele trimise" className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
      {sending.pictures.map((picture, at) => {
        const url = urlOf(batch, picture.source);
        const { words, mark } = describePicture(sending, picture);
        const Mark = MARKS[mark];
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a sending never changes
            key={at}
            className="relative aspect-square overflow-hidden rounded-xl bg-sunken"
          >
            {url !== null && <img src={url} alt="" loading="lazy" className="h-full w-full object-cover" />}
            <span className="sr-only">
              Poza {at + 1}: {words}
            </span>
            <span
              aria-hidden
              title={words}
              className="absolute right-1 bottom-1 grid size-6 place-items-center rounded-full bg-film text-film-ink"
            >
              <Mark size={14} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const MARKS = { good: Check, bad: X, waits: Clock } as const;

/** Null for a picture of which nothing is left here. */
function urlOf(batch: Batch, source: Sending['pictures'][number]['source']): string | null {
  if ('former' in source) return routeUrl(formerPicture, { params: { formerId: source.former } });
  return 'result' in source && batch.results[source.result] !== undefined
    ? resultThumbnailUrl(source.result)
    : null;
}
