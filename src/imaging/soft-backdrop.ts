/** What a padded photo stands on where no colour is asked: its own plain ground continued, else a blurred copy of it. */
import type { Placement } from '#domain/recipes/placement.ts';
import { resized } from './decode.ts';
import { sharp } from './hardened-sharp.ts';
import { type Box, cropped, pasted, type Raw, type Size } from './raw.ts';

/** Long side of the picture that a blurred backdrop is made from: fixed, so the blur is the same at every size. */
const SIDE = 48;
/** Share of the photo's side that is its rim, and how far (sRGB bytes) a plain one strays from its own gentle course. */
const RIM = 0.02;
const PLAIN = 6;
/** Most between a course's ends: a streak of light drawn out over a bar looks like sheet metal. */
const GENTLE = 40;
/** A plain rim is continued by its colours at so many places: wide shadows go on, grain does not. */
const PLACES = 12;

/** Three channels; where the photo will lie it may be anything. */
export async function softBackdrop(photo: Raw, placement: Placement): Promise<Raw> {
  const ground = await blurred(photo, placement.canvas);
  const sides = barsOf(photo, placement);
  const parts = await Promise.all(sides.map(({ rim }) => continued(cropped(photo, rim))));
  for (const [i, { bar }] of parts.every((part) => part !== null) ? sides.entries() : [])
    pasted(ground, await resized(parts[i] as Raw, bar), bar.x, bar.y);
  return ground;
}

/** The course of a rim's colours, a few pixels long; null when there is more to see in it. */
async function continued(rim: Raw): Promise<Raw | null> {
  const course = await resized(
    rim,
    rim.width > rim.height ? { width: PLACES, height: 1 } : { width: 1, height: PLACES },
  );
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

/** The empty strips beside the photo, each with the rim that it touches; none where it is padded on all sides. */
function barsOf({ width, height }: Raw, { x, y, canvas }: Placement): { bar: Box; rim: Box }[] {
  const [right, below] = [canvas.width - x - width, canvas.height - y - height];
  const [across, down] = [Math.ceil(RIM * width), Math.ceil(RIM * height)];
  const all = [
    { bar: { x: 0, y: 0, width: x, height }, rim: { x: 0, y: 0, width: across, height } },
    {
      bar: { x: x + width, y: 0, width: right, height },
      rim: { x: width - across, y: 0, width: across, height },
    },
    { bar: { x: 0, y: 0, width, height: y }, rim: { x: 0, y: 0, width, height: down } },
    {
      bar: { x: 0, y: y + height, width, height: below },
      rim: { x: 0, y: height - down, width, height: down },
    },
  ];
  const sides = all.filter(({ bar }) => bar.width > 0 && bar.height > 0);
  return (x > 0 || right > 0) && (y > 0 || below > 0) ? [] : sides;
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
