/** An object in a rendered scene: the scene, the object's mirror image and shadow on its floor or wall, and the object as it is. */
import { type Background, getScene, isOnWall } from '#domain/recipes/background.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { stampOnto } from '#imaging/pixels/stamp.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';
import { FINE, FINE_MASK, rowOfFine } from './grain.ts';
import { LOOKS } from './looks.ts';
import { type OnGround, onFloor } from './on-floor.ts';
import { onWall } from './on-wall.ts';
import { onTop } from './plinth.ts';
import { getPaintedRoom } from './room.ts';
import { computeSetting, type Setting } from './setting.ts';
import { measureStance, type Place, type Stance } from './stance.ts';
import { LINEAR, lookUpSrgb } from './tones.ts';

/** Half the slider gives most of the shadow: under a car on a floor it is nearly black. */
const SHADOW_POWER = 3.5;

/** Returns a file of the placement's size. `object`: its alpha is the object's; it is not changed. */
export async function inScene(object: Raw, background: Background, placement: Place): Promise<Raw> {
  const { canvas, x, y, photo } = placement;
  const name = getScene(background);
  const look = LOOKS[name];
  const found = await measureStance(object, placement);
  const hangs = isOnWall(background);
  // A plinth cannot end with the file, as a floor does.
  const isOff = hangs || (found?.isCutThrough && look.kind === 'pedestal');
  const stance = found && { ...found, stands: found.stands && !isOff };
  const setting = stance === null ? nothingIn(canvas) : computeSetting(stance, look, canvas);
  const picture = await getPaintedRoom(name, look, setting);
  if (stance !== null && (stance.stands || hangs)) {
    const strength = 1 - (1 - background.shadow / 100) ** SHADOW_POWER;
    const left = hangs ? onWall(stance, strength) : await onFloor(stance, look, strength);
    drawOnGround(picture, left, { stance, setting });
  }
  stampOnto(picture, { x, y, ...photo }, { stamp: object, left: 0, top: 0, opacity: 1 });
  return picture;
}

function nothingIn({ width, height }: Placement['canvas']): Setting {
  const ground = Math.round(height * 0.8);
  return {
    width,
    height,
    ground,
    x: Math.round(width / 2),
    wide: Math.round(width / 2),
    tall: Math.round(height / 2),
    horizon: Math.round(height / 3),
    edge: Math.round(height * 0.6),
    light: 0,
    stands: false,
    plinth: null,
  };
}

/** Draws in place. What lies on a plinth ends with its top. */
function drawOnGround(
  picture: Raw,
  { mirror, shadow, top: begin }: OnGround,
  { stance: { small, box }, setting: { stands, plinth, edge, tall } }: { stance: Stance; setting: Setting },
): void {
  const { data, width, height } = picture;
  const scale = small.width / width;
  const planes = [shadow, ...mirror];
  const here = new Float32Array(5);
  const [fromX, toX] = [(box.x - 0.4 * box.width) / scale, (box.x + 1.4 * box.width) / scale];
  const last = small.height - 1 - begin;
  for (let y = Math.floor(begin / scale); y < height; y++) {
    const v = Math.min(last, Math.max(0, (y + 0.5) * scale - 0.5 - begin));
    const top = Math.floor(v);
    const down = v - top;
    const [upper, lower] = [top * small.width, Math.min(last, top + 1) * small.width];
    const fine = rowOfFine(y);
    // A standing object casts no shadow onto the wall.
    const floor = stands && plinth === null ? clampToUnit((y - edge) / (0.08 * tall)) : 1;
    if (floor === 0) continue;
    for (let x = Math.max(0, Math.floor(fromX)); x < Math.min(width, toX); x++) {
      const u = Math.min(small.width - 1, Math.max(0, (x + 0.5) * scale - 0.5));
      const left = Math.floor(u);
      const right = Math.min(small.width - 1, left + 1);
      const across = u - left;
      for (let n = 0; n < planes.length; n++) {
        const plane = planes[n];
        const above = plane[upper + left] + (plane[upper + right] - plane[upper + left]) * across;
        const below = plane[lower + left] + (plane[lower + right] - plane[lower + left]) * across;
        here[n] = above + (below - above) * down;
      }
      if (here[0] < 0.002 && here[4] < 0.002) continue;
      const share = plinth === null ? floor : onTop(plinth, x + 0.5, y + 0.5);
      if (share === 0) continue;
      const light = (1 - share * here[0]) * (1 - share * here[4]);
      const at = (y * width + x) * 3;
      const noise = FINE[(fine + x + 77) & FINE_MASK];
      for (let c = 0; c < 3; c++) {
        const value = lookUpSrgb(LINEAR[data[at + c]] * light + share * here[c + 1]) + noise + 0.5;
        data[at + c] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
  }
}
