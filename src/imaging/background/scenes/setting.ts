/** Where a scene's parts lie in one file, from how its object stands there. Pixels of the file, whole, so that alike files share a picture. */
import type { Size } from '#imaging/pixels/raw.ts';
import type { Look } from './looks.ts';
import type { Stance } from './stance.ts';

/** The wall is so far behind the object that the floor's end is seen at this share of the eye's height. */
const DEPTH = 0.55;
/** The floor goes on behind the farthest point that the object stands on by at least this share of its height. */
const BEHIND = 0.12;
/**
 * Half the plinth's width, of half the line that is stood on and of a low or a tall object's width; and how far before its middle the nearest
 * point stands.
 */
const PLINTH = { ofLine: 1.45, low: 0.6, tall: 0.62, most: 0.8, before: 0.5, sine: 0.17 };

export interface Setting extends Size {
  /** The object's middle and lowest row. */
  readonly x: number;
  readonly ground: number;
  readonly wide: number;
  readonly tall: number;
  /** Row at the height of the eye, and the one where the floor ends. */
  readonly horizon: number;
  readonly edge: number;
  readonly light: number;
  /** False: a wall alone. */
  readonly stands: boolean;
  /** Its top's ellipse; null where there is no plinth. */
  readonly plinth: {
    readonly x: number;
    readonly y: number;
    readonly across: number;
    readonly down: number;
  } | null;
}

export function computeSetting(stance: Stance, { kind }: Look, canvas: Size): Setting {
  const { box, line, eye, sine, light, small, stands } = stance;
  const scale = canvas.width / small.width;
  const [lowest, highest] = findGroundExtremes(stance);
  const horizon = lowest - eye;
  const edge = Math.min(highest - BEHIND * box.height, lowest - DEPTH * eye);
  const whole = (n: number) => Math.round(n * scale);
  const boxMiddle = box.x + box.width / 2;
  // A handle stands out to one side; a car's line may end before its bumper.
  const middle = box.width > box.height ? boxMiddle : (boxMiddle + (line.first + line.last + 1) / 2) / 2;
  const stood = Math.max(middle - line.first, line.last + 1 - middle);
  const least = box.width > box.height ? PLINTH.low : PLINTH.tall;
  const across = Math.min(PLINTH.most * box.width, Math.max(least * box.width, PLINTH.ofLine * stood));
  // All that it stands on is on the top.
  const down = Math.max(across * Math.max(PLINTH.sine, sine), (lowest - highest) / (PLINTH.before + 0.7));
  return {
    ...canvas,
    x: whole(boxMiddle),
    ground: whole(lowest),
    wide: whole(box.width),
    tall: whole(box.height),
    horizon: whole(horizon),
    edge: whole(edge),
    light: Math.round(light * 4) / 4,
    stands,
    plinth:
      kind === 'pedestal' && stands
        ? {
            x: whole(middle),
            y: whole(lowest - PLINTH.before * down),
            across: whole(across),
            down: whole(down),
          }
        : null,
  };
}

function findGroundExtremes({ line: { rows, first, last } }: Stance): [number, number] {
  const under = rows.subarray(first, last + 1);
  return [under.reduce((a, b) => Math.max(a, b)), under.reduce((a, b) => Math.min(a, b))];
}
