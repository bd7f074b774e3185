import { useEffect, useState } from 'react';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import {
  computeTransfer,
  secondsLeft,
  type TransferReading,
  transferLine,
  withReading,
} from '#web/features/upload/queue/transfer.ts';

export const INTERRUPTED = 'Conexiune întreruptă. Reluăm de unde am rămas.';

/** „22 MB din 64 MB · încă vreo 30 de secunde”, or that the connection broke. Nothing once all is sent. */
export function TransferNote({ items }: { items: readonly UploadItem[] }) {
  const transfer = computeTransfer(items);
  const [readings, setReadings] = useState<readonly TransferReading[]>([]);
  const { sentBytes, unfinished, fileNeeded } = transfer;
  useEffect(() => {
    if (unfinished === 0) return;
    setReadings((known) => withReading(known, { at: performance.now(), bytes: sentBytes }));
  }, [sentBytes, unfinished]);
  if (unfinished === 0) return null;
  if (transfer.interrupted) {
    return (
      <p role="status" className="font-medium">
        {INTERRUPTED}
      </p>
    );
  }
  if (fileNeeded === unfinished) {
    return (
      <p role="status" className="font-medium">
        Alege din nou aceleași fișiere: le continuăm de unde au rămas.
      </p>
    );
  }
  return <p>{transferLine(transfer, secondsLeft(readings, transfer.totalBytes))}</p>;
}
