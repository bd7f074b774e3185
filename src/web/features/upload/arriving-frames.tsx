import { useLocalPicture } from '#web/features/upload/local-pictures.ts';
import { isUnfinished, sentBytes, type UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import { Frame } from '#web/ui/pictures/frame.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

interface ArrivingFramesProps {
  readonly items: readonly UploadItem[];
  /** Photos that the batch shows itself. */
  readonly known: readonly string[];
}

/** Files on their way that are no photos of the batch yet, as the last frames of its strip. */
export function ArrivingFrames({ items, known }: ArrivingFramesProps) {
  return items
    .filter((item) => isUnfinished(item) && !known.includes(item.photoId ?? ''))
    .map((item, i) => (
      <Frame
        key={item.id}
        number={known.length + i + 1}
        state="waiting"
        note={formatUploadPercent(item) ?? 'trimitem'}
      >
        <ArrivingPicture item={item} />
      </Frame>
    ));
}

function ArrivingPicture({ item }: { item: UploadItem }) {
  return <Thumb src={useLocalPicture(item.id)} thumbhash={null} alt={item.name} plain />;
}

/** „64%” while it moves. */
export function formatUploadPercent(item: UploadItem): string | null {
  const moving = item.state.kind === 'sending' || item.state.kind === 'retrying';
  return moving && item.bytes > 0 ? `${Math.floor((sentBytes(item) / item.bytes) * 100)}%` : null;
}
