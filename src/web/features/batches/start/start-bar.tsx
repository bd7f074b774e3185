import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { RunOffer, StartState } from '#web/features/batches/start/start-button-state.ts';
import { StartText } from '#web/features/batches/start/start-text.tsx';
import { useStartKey } from '#web/features/batches/start/use-start-key.ts';
import { Button } from '#web/ui/fields/button.tsx';

export interface StartActs {
  readonly start: (offer: RunOffer) => void;
  /** It starts by itself once its photos are there. */
  readonly want: (cost: number) => void;
  /** It does not; or why it did not start has been read. */
  readonly drop: () => void;
  readonly split: (lots: readonly (readonly string[])[]) => void;
}

interface StartBarProps {
  readonly startState: StartState;
  readonly busy: boolean;
  /** Above the button: what stays out of the run. */
  readonly leftOut: string | null;
  /** Under the button; a quiet one gives way on phones, one that answers a press is read and gone. */
  readonly note: { readonly text: string; readonly quiet: boolean; readonly isRefusal?: boolean };
  readonly acts: StartActs;
}

/** One button that says the whole deal. It never moves; when it can't be pressed, its own text says why. */
export function StartBar({ startState, busy, leftOut, note, acts }: StartBarProps) {
  const { box, act } = useFocusKept(startState.kind);
  const press = act(() => {
    if (startState.kind === 'ready') acts.start(startState);
    else if (startState.kind === 'early') acts.want(startState.cost);
  });
  const isOpen = startState.kind === 'ready' || startState.kind === 'early';
  useStartKey(isOpen && !busy ? press : null);
  // Beside the offers it stands in their line.
  const help = startState.kind === 'blocked' && !hasOffers(startState) ? startState.help : null;
  return (
    <div ref={box} className="flex flex-col gap-2">
      {leftOut !== null && <p className="text-center text-sm leading-tight">{leftOut}</p>}
      {isOpen && (
        <Button wide busy={busy} aria-keyshortcuts="Control+Enter" onClick={press}>
          {busy ? 'Pornește…' : <StartText>{startState.label}</StartText>}
        </Button>
      )}
      {startState.kind === 'wanted' && <Wanted startState={startState} busy={busy} onDrop={act(acts.drop)} />}
      {startState.kind === 'blocked' && <Blocked startState={startState} busy={busy} acts={acts} />}
      {startState.kind === 'blocked' && hasOffers(startState) ? null : help !== null ? (
        <p className="text-center text-sm">
          <Link className="link inline-flex min-h-8 items-center" to={help.to}>
            {help.text}
          </Link>
        </p>
      ) : (
        <p className={clsx('text-center text-sm text-ink-soft', note.quiet && 'max-lg:sr-only')}>
          {note.text}{' '}
          {note.isRefusal && (
            <Button small look="quiet" onClick={act(acts.drop)}>
              Am înțeles
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** What was pressed may give way to something else: the focus stays in the bar. */
function useFocusKept(kind: StartState['kind']) {
  const box = useRef<HTMLDivElement>(null);
  const pressedIn = useRef<string | null>(null);
  useEffect(() => {
    if (pressedIn.current === null || pressedIn.current === kind) return;
    pressedIn.current = null;
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
  }, [kind]);
  const act = (run: () => void) => () => {
    pressedIn.current = kind;
    run();
  };
  return { box, act };
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

interface BlockedProps {
  readonly startState: Extract<StartState, { kind: 'blocked' }>;
  readonly busy: boolean;
  readonly acts: StartActs;
}

type BlockedState = BlockedProps['startState'];

function hasOffers({ tooMany }: BlockedState): boolean {
  return tooMany !== null && (tooMany.first !== null || tooMany.lots.length > 0);
}

/** Where it can't be pressed: why, and what can be pressed in its place. */
function Blocked({ startState, busy, acts }: BlockedProps) {
  const { label, free, tooMany } = startState;
  if (tooMany !== null && hasOffers(startState))
    return <TooManyOffers startState={startState} tooMany={tooMany} busy={busy} acts={acts} />;
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
      {free && (
        <Button look="quiet" wide busy={busy} onClick={() => acts.start(free)}>
          {free.label}
        </Button>
      )}
    </>
  );
}

/** In one line each: why, and the two ways on. */
function TooManyOffers({
  startState: { label, help },
  tooMany: { first, lots },
  busy,
  acts,
}: BlockedProps & { readonly tooMany: NonNullable<BlockedState['tooMany']> }) {
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
          <Button busy={busy} onClick={() => acts.start(first)}>
            <StartText>{first.label}</StartText>
          </Button>
        )}
        {lots.length > 0 && (
          <Button look="quiet" busy={busy} onClick={() => acts.split(lots)}>
            Împarte în {lots.length + 1} loturi
          </Button>
        )}
      </div>
    </>
  );
}
