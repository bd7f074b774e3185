import { type RefObject, useEffect, useState } from 'react';
import { judgeLight } from '#web/features/upload/camera/judge-picture.ts';
import { findOutline } from '#web/features/upload/camera/outlines.ts';
import { useLevel } from '#web/features/upload/camera/use-level.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface FinderProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** Null while the camera is being asked for. */
  readonly stream: MediaStream | null;
  readonly shotKey: string;
  /** Called when the video of this stream has its first frame. */
  readonly onPicture: (stream: MediaStream | null) => void;
}

/** How often the light is looked at. */
const LOOK_MS = 400;
/** Degrees up to which a picture counts as level. */
const LEVEL = 1;

/** The live picture with the outline of the shot, a level, and what is wrong with the light. */
export function Finder({ video, stream, shotKey, onPicture }: FinderProps) {
  const outline = findOutline(shotKey);
  const { roll, ask } = useLevel();
  const light = useLight(video, stream);
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
  }, [video, stream]);
  return (
    <div className="relative min-h-0 flex-1 overflow-hidden rounded-xl bg-film-raised">
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label="Ce vede camera"
        onLoadedData={() => onPicture(stream)}
        className="absolute inset-0 h-full w-full object-contain"
      />
      <svg aria-hidden="true" viewBox="0 0 400 300" className="camera-outline">
        {outline && (
          <>
            <path d={outline} className="camera-under" />
            <path d={outline} strokeDasharray="7 5" />
          </>
        )}
        {roll !== null && <LevelLine roll={roll} />}
      </svg>
      <div className="absolute inset-x-0 bottom-2 flex flex-wrap items-end justify-center gap-2 px-2">
        <p
          role="status"
          className="empty:hidden rounded-full bg-film px-3 py-1 text-sm font-medium text-film-signal"
        >
          {light}
        </p>
        {ask && (
          <span className="rounded-full bg-film">
            <Button small look="film" onClick={ask}>
              Arată nivela
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}

function LevelLine({ roll }: { roll: number }) {
  const isLevel = Math.abs(roll) <= LEVEL;
  return (
    <g transform={`rotate(${-roll} 200 150)`} className="camera-level" data-level={isLevel || undefined}>
      <path d={isLevel ? 'M120 150h160' : 'M140 150h40M220 150h40'} />
    </g>
  );
}

/** Returns „prea întunecat” or „prea luminos”, by the engine's measures; null where the light is right. */
function useLight(video: RefObject<HTMLVideoElement | null>, stream: MediaStream | null): string | null {
  const [word, setWord] = useState<string | null>(null);
  useEffect(() => {
    if (stream === null) return;
    const look = () => {
      const faults = video.current === null ? [] : judgeLight(video.current);
      setWord(faults.includes('dark') ? 'Prea întunecat' : faults.includes('bright') ? 'Prea luminos' : null);
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [video, stream]);
  return stream === null ? null : word;
}
