import type { Batch } from '#contract/batches.ts';
import { stoppedNote } from '#web/features/batches/results/results.ts';
import type { FoundPlates, PlateAnswer } from '#web/features/batches/start/found-plates.ts';
import { StartButton } from '#web/features/batches/start/start-button.tsx';
import type { RunOffer } from '#web/features/batches/start/start-button-state.ts';

interface StoppedRunProps {
  readonly batch: Batch;
  /** Offer for everything that was left undone; null where it can't start as things stand. */
  readonly offer: RunOffer | null;
  readonly busy: boolean;
  readonly found: (photoIds: readonly string[]) => FoundPlates;
  readonly onStart: (offer: RunOffer, answer: PlateAnswer) => void;
}

/** Says how many new and earlier files stand side by side, and offers the way on. */
export function StoppedRun({ batch, offer, busy, found, onStart }: StoppedRunProps) {
  const note = stoppedNote(batch);
  if (note === null) return null;
  return (
    <section
      aria-label="Procesare oprită"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-2xl bg-signal-wash p-4"
    >
      <p className="min-w-0 flex-[1_1_16rem]">{note}</p>
      {offer && (
        <StartButton small offer={offer} found={found(offer.photoIds)} busy={busy} onStart={onStart} />
      )}
    </section>
  );
}
