import { Link } from 'react-router';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';
import { frameNumber } from '#web/ui/pictures/frame.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

const SHOWN = 6;

interface BatchStripProps {
  readonly to: string;
  /** What the page there is told of this one. */
  readonly state?: Readonly<Record<string, string>>;
  /** „LOT 0148 · gata” */
  readonly label: string;
  readonly name: string;
  /** „14 fotografii” or „9 din 14”. */
  readonly figures: string;
  /** True when something in it wants to be looked at. */
  readonly news?: boolean;
  /** Addresses of the first pictures. */
  readonly covers: readonly string[];
  readonly photoCount: number;
  /** Leaves the upper right corner to a button that lies over the strip. */
  readonly roomForButton?: boolean;
}

/** A batch in a list: the whole strip is one link. */
export function BatchStrip(props: BatchStripProps) {
  const { to, state, label, name, figures, news = false, covers, photoCount, roomForButton = false } = props;
  const frames = covers.slice(0, SHOWN);
  const rest = photoCount - frames.length;
  // An empty lot is an unlit film; a short one ends with its last photo.
  const places = photoCount === 0 ? SHOWN : Math.min(SHOWN, photoCount);
  return (
    <Link to={to} state={state} className="group block rounded-2xl focus-visible:outline-offset-4">
      <FilmStrip tight>
        <span className={`flex items-end justify-between gap-x-4 px-1 pt-1 ${roomForButton ? 'pr-11' : ''}`}>
          <span className="min-w-0">
            <span className={`block font-mono text-xs ${news ? 'text-film-signal' : 'text-film-soft'}`}>
              {label}
            </span>
            <span className="block wrap-anywhere font-display text-lg font-bold group-hover:underline">
              {name}
            </span>
          </span>
          <span className="shrink-0 text-sm text-film-soft">{figures}</span>
        </span>
        <span aria-hidden className="mt-2.5 grid grid-cols-6 gap-2 px-1 pb-1">
          {Array.from({ length: places }, (_, i) => (
            <span key={frameNumber(i + 1)} className="min-w-0">
              <span className="frame-picture block aspect-4/3">
                {frames[i] && <Thumb plain src={frames[i]} thumbhash={null} alt="" />}
              </span>
              <span className="mt-1 block font-mono text-[0.6875rem] text-film-soft">
                {i < photoCount ? (i === SHOWN - 1 && rest > 0 ? `+${rest}` : frameNumber(i + 1)) : '\u00a0'}
              </span>
            </span>
          ))}
        </span>
      </FilmStrip>
    </Link>
  );
}
