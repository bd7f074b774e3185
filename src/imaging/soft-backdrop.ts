/**
 * What a padded photo stands on where no colour is asked: the ground that it ends with, drawn on. Never a copy of what it shows: that
 * car again, blurred beside itself, looks like a fault.
 */
import type { Placement } from '#domain/recipes/placement.ts';
import { resized } from './decode.ts';
import { sharp } from './hardened-sharp.ts';
import { type Box, cropped, filled, pasted, type Raw, type Size } from './raw.ts';

/** Long side of the picture that a ground on all sides is made from: fixed, so the blur is the same at every size. */
const SIDE = 12;
/** Share of the photo's side that is its rim, and how far (sRGB bytes) a plain one strays from its own gentle course. */
const RIM = 0.02;
const PLAIN = 6;
/** Most between a course's ends: a streak of light drawn out over a bar looks like sheet metal. */
const GENTLE = 40;
/** A plain rim is continued by its colours at so many places: wide shadows go on, grain does not. */
const PLACES = 12;
/** Another one by a wider rim's colours at fewer, which run into their mean in so many steps. */
const WIDE_RIM = 0.06;
const FEW_PLACES = 4;
const STEPS = 5;

/** Three channels; where the photo will lie it may be anything. */
export async function softBackdrop(photo: Raw, placement: Placement): Promise<Raw> {
  const sides = sidesOf(photo, placement);
  if (sides.length === 0) return blurred(photo, placement.canvas);
  const ground = filled(placement.canvas, [255, 255, 255]);
  for (const side of sides) {
    const plain = await continued(rimOf(photo, side, RIM));
    const part = plain ?? (await fading(rimOf(photo, side, WIDE_RIM), side));
    pasted(ground, await resized(part, side.bar), side.bar.x, side.bar.y);
  }
  return ground;
}

/** An empty strip beside the photo. */
interface Side {
  readonly bar: Box;
  /** Above or below the photo. */
  readonly isLevel: boolean;
  /** Above or left of it. */
  readonly isFirst: boolean;
}

/** None where it is padded on all sides. */
function sidesOf({ width, height }: Raw, { x, y, canvas }: Placement): Side[] {
  const [right, below] = [canvas.width - x - width, canvas.height - y - height];
  if ((x > 0 || right > 0) && (y > 0 || below > 0)) return [];
  const all: Side[] = [
    { bar: { x: 0, y: 0, width: x, height }, isLevel: false, isFirst: true },
    { bar: { x: x + width, y: 0, width: right, height }, isLevel: false, isFirst: false },
    { bar: { x: 0, y: 0, width, height: y }, isLevel: true, isFirst: true },
    { bar: { x: 0, y: y + height, width, height: below }, isLevel: true, isFirst: false },
  ];
  return all.filter(({ bar }) => bar.width > 0 && bar.height > 0);
}

/** The photo's edge that touches a bar. */
function rimOf(photo: Raw, { isLevel, isFirst }: Side, share: number): Raw {
  const { width, height } = photo;
  const deep = Math.ceil(share * (isLevel ? height : width));
  const at = isFirst ? 0 : (isLevel ? height : width) - deep;
  return cropped(
    photo,
    isLevel ? { x: 0, y: at, width, height: deep } : { x: at, y: 0, width: deep, height },
  );
}

const courseOf = (rim: Raw, places: number, isLevel: boolean) =>
  resized(rim, isLevel ? { width: places, height: 1 } : { width: 1, height: places });

/** The course of a rim's colours, a few pixels long; null when there is more to see in it. */
async function continued(rim: Raw): Promise<Raw | null> {
  const course = await courseOf(rim, PLACES, rim.width > rim.height);
  const spans = [0, 1, 2].map((c) => {
    const values = course.data.filter((_, i) => i % 3 === c);
    return Math.max(...values) - Math.min(...values);
  });
  if (Math.max(...spans) > GENTLE) return null;
  const { data } = await resized(course, rim);
  let squares = 0;
  for (let i = 0; i < data.length; i++) squares += ((data[i] as number) - (rim.data[i] as number)) ** 2;
  return squares / data.length <= PLAIN ** 2 ? course : null;
}

/** A rim's colours in a few places beside the photo, their mean at the far end. */
async function fading(rim: Raw, { isLevel, isFirst }: Side): Promise<Raw> {
  const [course, mean] = [await courseOf(rim, FEW_PLACES, isLevel), await courseOf(rim, 1, isLevel)];
  const [width, height] = isLevel ? [FEW_PLACES, STEPS] : [STEPS, FEW_PLACES];
  const part = filled({ width, height }, [0, 0, 0]);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [place, step] = isLevel ? [x, y] : [y, x];
    const away = (isFirst ? STEPS - 1 - step : step) / (STEPS - 1);
    for (let c = 0; c < 3; c++) {
      const own = course.data[place * 3 + c] as number;
      part.data[i * 3 + c] = Math.round(own + ((mean.data[c] as number) - own) * away);
    }
  }
  return part;
}

async function blurred({ data, width, height }: Raw, canvas: Size): Promise<Raw> {
  const scale = SIDE / Math.max(canvas.width, canvas.height);
  const small = {
    width: Math.max(3, Math.round(canvas.width * scale)),
    height: Math.max(3, Math.round(canvas.height * scale)),
  };
  const tiny = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(small.width, small.height, { fit: 'cover' })
    .blur(1.5)
    .raw()
    .toBuffer();
  const soft = sharp(tiny, { raw: { ...small, channels: 3 } }).resize(canvas.width, canvas.height, {
    fit: 'fill',
    kernel: 'cubic',
  });
  return { data: await soft.raw().toBuffer(), ...canvas, channels: 3 };
}
