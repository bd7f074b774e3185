/** Wall and floor of a scene, and its plinth: opaque pixels of the file's size. */
import { LruCache } from '#imaging/lru-cache.ts';
import type { Raw, Rgb } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';
import { FINE, FINE_MASK, rowOfFine, sampleClouds } from './grain.ts';
import type { Look } from './looks.ts';
import { drawPlinth } from './plinth.ts';
import type { Setting } from './setting.ts';
import { encodeSrgb, LINEAR } from './tones.ts';

/** Light changes so slowly that it is worked out this many pixels apart. */
const STEP = 8;
/** Size of the grain: a 256th of its repetition over one height of the eye; and the eye's distance, of the object's longer side. */
const CLOUDS_AN_EYE = 110;
const DISTANCE = 1.2;

const KEPT = 4;
/** Larger ones are made for one file each. */
const KEPT_PIXELS = 4_000_000;
const rooms = new LruCache<Raw>(KEPT);

/** The caller may draw on it. */
export async function getPaintedRoom(name: string, look: Look, setting: Setting): Promise<Raw> {
  if (setting.width * setting.height > KEPT_PIXELS) return paintRoom(look, setting);
  const kept = await rooms.get(JSON.stringify([name, setting]), async () => paintRoom(look, setting));
  return { ...kept, data: Uint8Array.from(kept.data) };
}

/** The same pixels for the same look and setting. */
export function paintRoom(look: Look, setting: Setting): Raw {
  const { width, height } = setting;
  const data = new Uint8Array(width * height * 3);
  const columns = Math.ceil(width / STEP) + 1;
  const wall = buildColourGrid(setting, (x, y, to) => wallAt(look, setting, { x, y, to }));
  const floor = buildColourGrid(setting, (x, y, to) => floorAt(look, setting, { x, y, to }));
  const row = new Float32Array(columns * 3);
  const grain = new Float32Array(width);
  for (let y = 0, at = 0; y < height; y++) {
    const onFloor = floorShare(look, setting, y);
    mixRow(row, { wall, floor, onFloor, at: Math.floor(y / STEP) * columns * 3 }, (y % STEP) / STEP);
    const grainy = look.grain > 0 && look.kind === 'showroom' && onFloor > 0;
    if (grainy) grainOfRow(grain, setting, { y, amount: look.grain * onFloor });
    const fine = rowOfFine(y);
    for (let x = 0; x < width; x++) {
      const from = ((x / STEP) | 0) * 3;
      const share = (x % STEP) / STEP;
      const noise = FINE[(fine + x) & FINE_MASK] + 0.5;
      const times = grainy ? grain[x] : 1;
      for (let c = 0; c < 3; c++, at++) {
        const value = (row[from + c] + (row[from + c + 3] - row[from + c]) * share) * times + noise;
        data[at] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
  }
  const picture: Raw = { data, width, height, channels: 3 };
  drawPlinth(picture, look, setting);
  return picture;
}

type Colour = Float64Array;
interface Place {
  readonly x: number;
  readonly y: number;
  /** Linear. */
  readonly to: Colour;
}

/** Stored values, three to a crossing. */
function buildColourGrid(
  { width, height }: Setting,
  draw: (x: number, y: number, to: Colour) => void,
): Float32Array {
  const [columns, rows] = [Math.ceil(width / STEP) + 1, Math.ceil(height / STEP) + 2];
  const grid = new Float32Array(columns * rows * 3);
  const to = new Float64Array(3);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 3) {
      draw(column * STEP, row * STEP, to);
      for (let c = 0; c < 3; c++) grid[at + c] = encodeSrgb(to[c]);
    }
  }
  return grid;
}

function mixRow(
  row: Float32Array,
  { wall, floor, onFloor, at }: { wall: Float32Array; floor: Float32Array; onFloor: number; at: number },
  down: number,
): void {
  for (let i = 0; i < row.length; i++) {
    const behind = wall[at + i] + (wall[at + row.length + i] - wall[at + i]) * down;
    const below = floor[at + i] + (floor[at + row.length + i] - floor[at + i]) * down;
    row[i] = behind + (below - behind) * onFloor;
  }
}

/** Of a row, 0–1: the wall goes over into the floor. */
function floorShare({ kind, bend }: Look, { stands, edge, height, ground }: Setting, y: number): number {
  if (!stands || kind === 'pedestal') return 0;
  // No higher than the wall, no farther down than where the object stands.
  const half = Math.max(0.8, Math.min((bend * height) / 2, 0.8 * (ground - edge) + 1));
  const share = clampToUnit((y + 0.5 - edge + half) / (2 * half));
  return share * share * (3 - 2 * share);
}

/** A wall that is lit where the object is, a little more on the side that the light comes from. */
function wallAt(look: Look, setting: Setting, { x, y, to }: Place): void {
  const { width, height, tall, wide, edge, light, stands, ground } = setting;
  const middle = stands && look.kind !== 'pedestal' ? edge - 0.3 * tall : ground - 0.55 * tall;
  const [u, v] = [
    (x - setting.x - 0.3 * light * wide) / (0.62 * width),
    (y - middle) / (0.6 * Math.max(height, 0.6 * width)),
  ];
  const level = look.dim + (1 - look.dim) * Math.exp(-u * u - v * v);
  shadeColour(look.wall, level, to);
}

/** Lit around the object, and the more of a mirror the flatter it is seen. */
function floorAt(look: Look, setting: Setting, { x, y, to }: Place): void {
  const { width, height, edge, ground, light, wide } = setting;
  const away = clampToUnit((y - edge) / Math.max(1, height - edge));
  const [u, v] = [(x - setting.x - 0.2 * light * wide) / (0.6 * width), (y - ground) / (0.42 * height)];
  const level = look.near + (1 - look.near) * Math.exp(-u * u - v * v);
  const flat = look.gloss * (1 - away) ** 1.6;
  wallAt(look, setting, { x, y: 2 * edge - y, to });
  for (let c = 0; c < 3; c++) to[c] = to[c] * flat + LINEAR[look.floor[c]] * level * (1 - flat);
  // Where two planes meet less light gets to.
  const meets = look.bend > 0.1 ? 0 : 0.16 * Math.exp(-Math.abs(y - edge) / (0.012 * height));
  for (let c = 0; c < 3; c++) to[c] = to[c] * (1 - meets);
}

function shadeColour(colour: Rgb, level: number, to: Colour): void {
  for (let c = 0; c < 3; c++) to[c] = LINEAR[colour[c]] * level;
}

/** Clouds on the floor as they are seen in perspective; far off they run into each other. */
function grainOfRow(
  grain: Float32Array,
  { width, x: middle, horizon, ground, edge, wide, tall }: Setting,
  { y, amount }: { y: number; amount: number },
): void {
  const eye = Math.max(1, ground - horizon);
  const depth = eye / Math.max(1, Math.max(y, edge) - horizon);
  const scale = (CLOUDS_AN_EYE / eye) * depth;
  const far = (DISTANCE * Math.max(wide, tall)) / eye;
  const seen = amount * clampToUnit(1.2 / Math.max(1, scale * depth * far));
  const v = CLOUDS_AN_EYE * depth * far;
  // Its finest parts are wider than two pixels.
  for (let x = 0; x < width; x += 2) {
    const u = (x - middle) * scale;
    grain[x] = grain[x + 1] =
      1 + seen * (0.7 * sampleClouds(0.5 * u, 0.5 * v) + 0.4 * sampleClouds(4 * u + 40, 4 * v));
  }
}
