import clsx from 'clsx';
import { useRef } from 'react';
import { Link } from 'react-router';
import {
  type FoundPlates,
  NO_PLATES,
  type PlateAnswer,
  type UnaskedAnswer,
} from '#web/features/batches/start/found-plates.ts';
import { usePlateQuestion } from '#web/features/batches/start/plate-question.tsx';
import { StartButton } from '#web/features/batches/start/start-button.tsx';
import type { RunOffer, StartState } from '#web/features/batches/start/start-button-state.ts';
import { StartText } from '#web/features/batches/start/start-text.tsx';
import { useFocusKept } from '#web/features/batches/start/use-focus-kept.ts';
import { useStartKey } from '#web/features/batches/start/use-start-key.ts';
import { Button } from '#web/ui/fields/button.tsx';

export interface StartActs {
  readonly start: (offer: RunOffer, answer: PlateAnswer) => void;
  /** Lets it start by itself once its photos are there. `cover`: null where no plate was found yet that could be asked about. */
  readonly want: (cost: number, answer: UnaskedAnswer) => void;
  /** Takes the wanted start back; also when the reason why it did not start has been read. */
  readonly drop: () => void;
  /** Leads to the lots that its photos seem to be. */
  readonly divide: () => void;
}

interface StartBarProps {
  readonly startState: StartState;
  readonly busy: boolean;
  /** Lines above the button, which they do not move: photos that stay out of the run, objects still looked for. */
  readonly ahead: readonly string[];
  /** The line under the button. A quiet one gives way on phones; one that answers a press goes once it is read. */
  readonly note: { readonly text: string; readonly quiet: boolean; readonly isRefusal?: boolean };
  readonly acts: StartActs;
  /** Returns plates found on photos of the batch; `photoIds` null: on all of them. */
  readonly foundOn: (photoIds: readonly string[] | null) => FoundPlates;
}

/** One button that says the whole deal. It never moves; when it can't be pressed, its own text says why. */
export function StartBar({ startState, busy, ahead, note, acts, foundOn }: StartBarProps) {
  const found = foundOn(startState.kind === 'ready' ? startState.photoIds : null);
  const { press, question } = usePlateQuestion({
    found,
    deal: startState.label,
    busy,
    onStart(cover) {
      const answer = { cover, wrongOn: found.wrongOn };
      if (startState.kind === 'ready') acts.start(startState, answer);
      else if (startState.kind === 'early')
        acts.want(startState.cost, found.asked === 0 ? { ...answer, cover: null } : answer);
    },
  });
  const isOpen = startState.kind === 'ready' || startState.kind === 'early';
  const isAsked = isOpen && question !== null;
  const box = useRef<HTMLDivElement>(null);
  const keep = useFocusKept(box, isAsked ? 'question' : startState.kind);
  const pressByKey = () => {
    keep();
    press();
  };
  useStartKey(isOpen && !isAsked && !busy ? pressByKey : null);
  // Beside the offers the help stands in their line.
  const help = startState.kind === 'blocked' && !hasOffers(startState) ? startState.help : null;
  return (
    <div ref={box} className="flex flex-col gap-2" onClickCapture={keep} onKeyDownCapture={keep}>
      {ahead.map((words) => (
        <p key={words} className="text-center text-sm leading-tight">
          {words}
        </p>
      ))}
      {isAsked && question}
      {isOpen && !isAsked && (
        <Button wide busy={busy} aria-keyshortcuts="Control+Enter" onClick={press}>
          {busy ? 'Pornește…' : <StartText>{startState.label}</StartText>}
        </Button>
      )}
      {startState.kind === 'wanted' && <Wanted startState={startState} busy={busy} onDrop={acts.drop} />}
      {startState.kind === 'blocked' && (
        <Blocked startState={startState} busy={busy} acts={acts} foundOn={foundOn} />
      )}
      {isAsked || (startState.kind === 'blocked' && hasOffers(startState)) ? null : help !== null ? (
        <p className="text-center text-sm">
          <Link className="link inline-flex min-h-8 items-center" to={help.to}>
            {help.text}
          </Link>
        </p>
      ) : (
        <p className={clsx('text-center text-sm text-ink-soft', note.quiet && 'max-lg:sr-only')}>
          {note.text}{' '}
          {note.isRefusal && (
            <Button small look="quiet" onClick={acts.drop}>
              Am înțeles
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

interface WantedProps {
  readonly startState: Extract<StartState, { kind: 'wanted' }>;
  readonly busy: boolean;
  readonly onDrop: () => void;
}

function Wanted({ startState: { label, detail }, busy, onDrop }: WantedProps) {
  return (
    <div className="flex min-h-11 items-center gap-2 rounded-xl border border-dashed border-line-strong bg-sunken py-1.5 pr-1.5 pl-4">
      <p role="status" className="min-w-0 flex-1 leading-tight font-semibold">
        {label}
        <span className="block text-sm font-normal text-ink-soft">{detail}</span>
      </p>
      <Button small look="quiet" busy={busy} onClick={onDrop}>
        Renunță
      </Button>
    </div>
  );
}

interface BlockedProps extends Pick<StartBarProps, 'busy' | 'acts' | 'foundOn'> {
  readonly startState: Extract<StartState, { kind: 'blocked' }>;
}

type BlockedState = BlockedProps['startState'];

function hasOffers({ tooMany }: BlockedState): boolean {
  return tooMany !== null && (tooMany.first !== null || tooMany.canDivide);
}

/** Shows where it can't be pressed why not, and offers other presses in its place. */
function Blocked({ startState, busy, acts, foundOn }: BlockedProps) {
  const { label, free, tooMany } = startState;
  if (tooMany !== null && hasOffers(startState))
    return (
      <TooManyOffers startState={startState} tooMany={tooMany} busy={busy} acts={acts} foundOn={foundOn} />
    );
  return (
    <>
      <button
        type="button"
        aria-disabled
        className="min-h-11 w-full cursor-not-allowed rounded-xl border border-dashed border-line-strong bg-sunken px-4 py-1.5 leading-tight font-semibold"
      >
        {label}
        {tooMany?.later && `. ${tooMany.later}`}
      </button>
      {free && <StartButton offer={free} found={foundOn(free.photoIds)} busy={busy} onStart={acts.start} />}
    </>
  );
}

/** Shows in one line each: the reason, and the two ways on. */
function TooManyOffers({
  startState: { label, help },
  tooMany: { first, canDivide },
  busy,
  acts,
  foundOn,
}: BlockedProps & { readonly tooMany: NonNullable<BlockedState['tooMany']> }) {
  const found = first === null ? NO_PLATES : foundOn(first.photoIds);
  const { press, question } = usePlateQuestion({
    found,
    deal: first?.label ?? '',
    busy,
    onStart: (cover) => first && acts.start(first, { cover, wrongOn: found.wrongOn }),
  });
  if (question !== null) return question;
  return (
    <>
      <p role="status" className="text-center text-sm leading-tight">
        {label}.{' '}
        {help && (
          <Link className="link whitespace-nowrap" to={help.to}>
            {help.text}
          </Link>
        )}
      </p>
      <div className="flex gap-2 *:min-w-0 *:flex-2 *:px-2 *:leading-tight *:first:flex-3">
        {first && (
          <Button busy={busy} onClick={press}>
            <StartText>{first.label}</StartText>
          </Button>
        )}
        {canDivide && (
          <Button look="quiet" busy={busy} onClick={acts.divide}>
            Împarte în loturi
          </Button>
        )}
      </div>
    </>
  );
}
