/** What is known of a photo before a pixel of it is read again, brought onto the framed photo. One reading for files, previews and the page. */
import { boxToFramed, type Framing, quadToFramed, toFramed } from './framing.ts';
import { type Box, boxAround, clipToPicture, type Point, type Quad } from './geometry.ts';
import type { Subject } from './placement.ts';

/** On the upright photo. */
export interface Known {
  /** Points around the object; null: not known. */
  readonly object: readonly Point[] | null;
  /** Confirmed ones, or suggested ones while they wait for a look. */
  readonly plates: readonly Quad[];
  /** What stands out; null where nothing does, missing where that was not read. */
  readonly matter?: Box | null | undefined;
}

interface Wanted {
  /** % of the file's tighter side; null where the framing is left alone. */
  readonly fill: number | null;
  readonly hasCutout: boolean;
  /** The person drew the photo's frame. */
  readonly isDrawn: boolean;
}

export function buildSubject(framing: Framing, known: Known, { fill, hasCutout, isDrawn }: Wanted): Subject {
  const { object, plates, matter } = known;
  return {
    box: object === null ? null : boxAround(object.map((at) => toFramed(framing, at))),
    fill: fill === null ? null : fill / 100,
    hasCutout,
    isDrawn,
    whole: plates.map((plate) => boxAround(quadToFramed(framing, plate))),
    matter: matter == null ? null : clipToPicture(boxToFramed(framing, matter)),
  };
}
