import { formatBytes } from '#domain/language/size.ts';
import { remainingTime } from '#domain/language/time.ts';
import { isUnfinished, sentBytes, type UploadItem } from '#web/features/upload/queue/queue-machine.ts';

/** Upload progress of a batch's files: how many arrived, how much is left. */
export interface Transfer {
  readonly files: number;
  readonly arrived: number;
  readonly refused: number;
  readonly unfinished: number;
  readonly fileNeeded: number;
  readonly interrupted: boolean;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export function computeTransfer(items: readonly UploadItem[]): Transfer {
  const is = (kind: UploadItem['state']['kind']) => items.filter(({ state }) => state.kind === kind).length;
  const counted = items.filter(({ state }) => state.kind !== 'refused');
  return {
    files: items.length,
    arrived: is('sent'),
    refused: is('refused'),
    unfinished: items.filter(isUnfinished).length,
    fileNeeded: is('file-needed'),
    interrupted: is('retrying') > 0 && is('sending') === 0,
    sentBytes: counted.reduce((sum, item) => sum + sentBytes(item), 0),
    totalBytes: Math.round(expectedBytes(counted)),
  };
}

/** Files still to be shrunk are expected to shrink like those before. */
function expectedBytes(items: readonly UploadItem[]): number {
  const sum = (some: readonly UploadItem[], of: 'bytes' | 'pickedBytes') =>
    some.reduce((total, item) => total + item[of], 0);
  const small = items.filter(({ bytes, pickedBytes }) => bytes !== pickedBytes);
  const share = small.length === 0 ? 1 : sum(small, 'bytes') / sum(small, 'pickedBytes');
  const waits = (item: UploadItem) => item.shrinks && item.state.kind === 'waiting' && !small.includes(item);
  const waiting = items.filter(waits);
  return sum(items, 'bytes') - (1 - share) * sum(waiting, 'bytes');
}

/** Bytes sent up to a moment. */
export interface TransferReading {
  readonly at: number;
  readonly bytes: number;
}

const MEMORY_MS = 12_000;

/** Readings of the last twelve seconds; a counter that fell (another batch, files removed) starts over. */
export function withReading(
  readings: readonly TransferReading[],
  reading: TransferReading,
): readonly TransferReading[] {
  const last = readings.at(-1);
  if (last !== undefined && reading.bytes < last.bytes) return [reading];
  return [...readings.filter(({ at }) => reading.at - at <= MEMORY_MS), reading];
}

/** Seconds left at the pace of the last readings; null while it cannot be estimated. */
export function secondsLeft(readings: readonly TransferReading[], totalBytes: number): number | null {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < 1000) return null;
  const perSecond = ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
  return perSecond <= 0 ? null : Math.max(0, totalBytes - last.bytes) / perSecond;
}

/** „22 MB din 64 MB · încă vreo 30 de secunde”. */
export function transferLine(transfer: Transfer, seconds: number | null): string {
  const amount = `${formatBytes(transfer.sentBytes)} din ${formatBytes(transfer.totalBytes)}`;
  return seconds === null ? amount : `${amount} · ${remainingTime(seconds)}`;
}
