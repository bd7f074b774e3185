import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ShotList } from '#domain/shots/shots.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import type { TakenPhoto } from '#web/features/upload/camera/shot-session.ts';
import { useLocalPicture } from '#web/features/upload/local-pictures.ts';

interface ShotStripProps {
  readonly list: ShotList;
  readonly taken: ReadonlyMap<string, TakenPhoto>;
  /** The shot that is taken or looked at. */
  readonly at: string | null;
  readonly onPress: (key: string) => void;
}

/** All shots in order, those that are there with their pictures. */
export function ShotStrip({ list, taken, at, onPress }: ShotStripProps) {
  return (
    <ol aria-label="Pozele listei" className="flex shrink-0 gap-1.5 overflow-x-auto p-1">
      {list.shots.map(({ key, name }, place) => (
        <ShotFrame
          key={key}
          name={name}
          place={place + 1}
          photo={taken.get(key) ?? null}
          isHere={key === at}
          onPress={() => onPress(key)}
        />
      ))}
    </ol>
  );
}

interface ShotFrameProps {
  readonly name: string;
  readonly place: number;
  readonly photo: TakenPhoto | null;
  readonly isHere: boolean;
  readonly onPress: () => void;
}

function ShotFrame({ name, place, photo, isHere, onPress }: ShotFrameProps) {
  const own = useRef<HTMLLIElement>(null);
  const src = useShotPicture(photo);
  useEffect(() => {
    if (isHere) own.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isHere]);
  return (
    <li ref={own} className="shrink-0">
      <button
        type="button"
        aria-label={`${place}. ${name}${photo ? ', făcută' : ''}`}
        aria-current={isHere ? 'step' : undefined}
        onClick={onPress}
        className={clsx(
          'relative grid h-12 w-16 place-items-center overflow-hidden rounded-lg border-2 bg-film-raised',
          isHere ? 'border-film-signal' : 'border-film-line',
        )}
      >
        {src && <img src={src} alt="" className="absolute inset-0 h-full w-full object-cover" />}
        {photo ? (
          <span className="camera-tick">
            <Check aria-hidden size={12} />
          </span>
        ) : (
          <span aria-hidden className="font-mono text-xs text-film-soft">
            {String(place).padStart(2, '0')}
          </span>
        )}
      </button>
    </li>
  );
}

/** Returns a small picture of a shot: the server's, else one made here; null where there is none yet. */
function useShotPicture(photo: TakenPhoto | null): string | null {
  const local = useLocalPicture(photo?.uploadId ?? null);
  if (local !== null) return local;
  return photo?.photoId != null && photo.hasThumbnail ? thumbnailUrl(photo.photoId) : null;
}
