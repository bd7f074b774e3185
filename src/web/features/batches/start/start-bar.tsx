import clsx from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Deal, Offer } from '#web/features/batches/start/deal.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { Button } from '#web/ui/fields/button.tsx';

interface StartBarProps {
  readonly deal: Deal;
  readonly busy: boolean;
  /** Under the button; a quiet one gives way on phones. */
  readonly note: { readonly text: string; readonly quiet: boolean };
  /** Note about photos to review before the start; it does not block. */
  readonly looks: string | null;
  readonly onLook: () => void;
  readonly onStart: (offer: Offer) => void;
}

/** One button that says the whole deal. It never moves; when it can't be pressed, its own text says why. */
export function StartBar({ deal, busy, note, looks, onLook, onStart }: StartBarProps) {
  return (
    <div className="flex flex-col gap-2">
      {looks && (
        <p className="bench-looks -my-1 text-center text-sm">
          <TriangleAlert aria-hidden size={14} className="mr-1.5 inline text-signal-text" />
          <button type="button" className="link min-h-6" onClick={onLook}>
            {looks}
          </button>
        </p>
      )}
      {deal.kind === 'ready' ? (
        <Button wide busy={busy} onClick={() => onStart(deal)}>
          {busy ? 'Pornește…' : <DealText>{deal.label}</DealText>}
        </Button>
      ) : (
        <>
          <button
            type="button"
            aria-disabled
            className="min-h-11 w-full cursor-not-allowed rounded-xl border border-dashed border-line-strong bg-sunken px-4 py-1.5 leading-tight font-semibold"
          >
            {deal.label}
          </button>
          {deal.free && <FreeOffer offer={deal.free} busy={busy} onStart={onStart} />}
        </>
      )}
      {deal.kind === 'blocked' && deal.help ? (
        <p className="text-center text-sm">
          <Link className="link inline-flex min-h-8 items-center" to={deal.help.to}>
            {deal.help.text}
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
function DealText({ children }: { readonly children: string }) {
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
  offer: Offer;
  busy: boolean;
  onStart: (offer: Offer) => void;
}) {
  return (
    <Button look="quiet" wide busy={busy} onClick={() => onStart(offer)}>
      {offer.label}
    </Button>
  );
}
