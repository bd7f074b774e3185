import clsx from 'clsx';

/** Work under way for the shown photo, and the batch's progress with it. */
export interface StageProgress {
  readonly words: string;
  readonly done: number;
  readonly of: number;
}

/** Frames that the strip of progress has at most. */
const MOST_FRAMES = 14;

/** Work over the picture, where the eye is: a piece of film whose frames light up. A short wait is not worth the words. */
export function StageWork({ work, isSlow }: { work: StageProgress | null; isSlow: boolean }) {
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 bottom-0 z-10 flex justify-center p-2.5 empty:hidden"
    >
      {work !== null ? (
        <div className="stage-work">
          <p className="text-sm font-medium">
            {work.words}
            {work.of > 1 && (
              <span className="ml-2 font-mono text-xs text-film-signal">
                {work.done} din {work.of}
              </span>
            )}
          </p>
          {work.of > 1 && <Film {...work} />}
        </div>
      ) : (
        isSlow && <p className="stage-work stage-work-late text-sm font-medium">Se face…</p>
      )}
    </div>
  );
}

function Film({ done, of }: StageProgress) {
  const frames = Math.min(MOST_FRAMES, of);
  const lit = Math.floor((done / of) * frames);
  return (
    <div aria-hidden className="mt-1.5 flex justify-center gap-1">
      {Array.from({ length: frames }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: frames are their places
          key={index}
          className={clsx(
            'h-2.5 w-3.5 rounded-[3px]',
            index < lit ? 'bg-film-signal' : 'bg-film-line',
            index === lit && 'stage-work-now',
          )}
        />
      ))}
    </div>
  );
}
