import clsx from 'clsx';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { RunOffer, StartState } from '#web/features/batches/start/start-button-state.ts';
import { useStartKey } from '#web/features/batches/start/use-start-key.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { Button } from '#web/ui/fields/button.tsx';

interface StartBarProps {
  readonly startState: StartState;
  readonly busy: boolean;
  /** Under the button; a quiet one gives way on phones. */
  readonly note: { readonly text: string; readonly quiet: boolean };
  readonly onStart: (offer: RunOffer) => void;
}

/** One button that says the whole deal. It never moves; when it can't be pressed, its own text says why. */
export function StartBar({ startState, busy, note, onStart }: StartBarProps) {
  useStartKey(startState.kind === 'ready' && !busy ? () => onStart(startState) : null);
  return (
    <div className="flex flex-col gap-2">
      {startState.kind === 'ready' ? (
        <Button wide busy={busy} aria-keyshortcuts="Control+Enter" onClick={() => onStart(startState)}>
          {busy ? 'Pornește…' : <StartText>{startState.label}</StartText>}
        </Button>
      ) : (
        <>
          <button
            type="button"
            aria-disabled
            className="min-h-11 w-full cursor-not-allowed rounded-xl border border-dashed border-line-strong bg-sunken px-4 py-1.5 leading-tight font-semibold"
          >
            {startState.label}
          </button>
          {startState.free && <FreeOffer offer={startState.free} busy={busy} onStart={onStart} />}
        </>
      )}
      {startState.kind === 'blocked' && startState.help ? (
        <p className="text-center text-sm">
          <Link className="link inline-flex min-h-8 items-center" to={startState.help.to}>
            {startState.help.text}
          </Link>
        </p>
      ) : (
        <p className={clsx('text-center text-sm text-ink-soft', note.quiet && 'max-lg:sr-only')}>
          {note.text}
        </p>
      )}
    </div>
  );
}

/** „Procesează 14 fotografii – 1 credit (rămân 2)”: a new line begins with the price or with what remains, and breaks neither. */
function StartText({ children }: { readonly children: string }) {
  const [what, ...parts] = children.split(/ (?=– |\()/);
  return (
    <span>
      {what}
      {parts.map((part) => (
        <Fragment key={part}>
          {' '}
          <span className="whitespace-nowrap">
            <CreditText>{part}</CreditText>
          </span>
        </Fragment>
      ))}
    </span>
  );
}

function FreeOffer({
  offer,
  busy,
  onStart,
}: {
  offer: RunOffer;
  busy: boolean;
  onStart: (offer: RunOffer) => void;
}) {
  return (
    <Button look="quiet" wide busy={busy} onClick={() => onStart(offer)}>
      {offer.label}
    </Button>
  );
}
