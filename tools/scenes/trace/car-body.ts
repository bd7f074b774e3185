import {
  ARCH_RADIUS,
  beltAt,
  HALF_LENGTH,
  onSection,
  section,
  topAt,
  WHEEL_X,
  WHEEL_Y,
} from './car-curves.ts';
import type { Mesh, Point3, Vector } from './mesh.ts';

const STATIONS = 260;
const STEPS = 20;

/** The body's skin: sections along the length, closer together at both ends, mirrored about the middle. */
export function addBody(mesh: Mesh): void {
  const marks = Array.from({ length: 7 * STEPS + 1 }, (_, n) => n / STEPS);
  for (const side of [-1, 1]) {
    const rows = Array.from({ length: STATIONS + 1 }, (_, n) => {
      const x = -HALF_LENGTH * 0.9999 * Math.cos((n / STATIONS) * Math.PI);
      const corners = section(x);
      return marks.map((mark): Point3 => {
        const [z, y] = onSection(corners, mark);
        return [x, y, (z + pressed(x, y, mark)) * side];
      });
    });
    mesh.surface(rows, 'body', (_, column) => marks[column] ?? 0);
  }
}

/** The lines pressed into the doors: a crease under the handles that fades into the wings, a hollow above the sill. */
function pressed(x: number, y: number, mark: number): number {
  if (mark > 3.9 || mark < 1) return 0;
  const fade = Math.max(0, Math.min(1, (1.45 - x) / 0.7)) * Math.max(0, Math.min(1, (x + 1.75) / 0.5));
  const under = (0.765 - 0.028 * x - y) / 0.15;
  const crease = under > 0 && under < 1 ? -0.02 * (1 - under) ** 2 * Math.min(1, under * 12) : 0;
  const doors = Math.max(0, Math.min(1, (0.8 - x) / 0.3, (x + 1.0) / 0.3));
  const hollow = -0.016 * Math.exp(-(((y - 0.37) / 0.045) ** 2)) * doors;
  return crease * fade + hollow;
}

export type BodyPart =
  | 'paint'
  | 'glass'
  | 'trim'
  | 'seam'
  | 'hole'
  | 'lamp'
  | 'tail'
  | 'grille'
  | 'chrome'
  | 'indicator';

/** Which part of the body is at a point of its skin; `mark` is the place round the section (see car-curves). */
export function bodyPart({ x, y, z }: Vector, mark: number): BodyPart {
  const side = Math.abs(z);
  const arch = archDistance(x, y);
  if (arch < 0 && side > 0.45 && mark < 4) return 'hole';
  if (x > 1.42) {
    const front = frontPart(x, y, side);
    if (front !== 'paint') return front;
  }
  if (mark >= 4) return upperPart({ x, y, side }, mark);
  if (arch < 0.018) return 'trim';
  if (x > 1.2) return frontPart(x, y, side);
  if (x < -1.7) return rearPart({ x, y, side }, mark);
  if (y < 0.25) return 'trim';
  return sideSeam(x, y, mark) ? 'seam' : 'paint';
}

function archDistance(x: number, y: number): number {
  const [rear, front] = WHEEL_X;
  return Math.min(Math.hypot(x - rear, y - WHEEL_Y), Math.hypot(x - front, y - WHEEL_Y)) - ARCH_RADIUS;
}

function upperPart({ x, y, side }: { x: number; y: number; side: number }, mark: number): BodyPart {
  const pane = 4.1 < mark && mark < 4.94;
  const dPillar = -1.4 + (y - 0.95) * 0.5;
  if (mark < 5.05 && x < 0.84 && x > dPillar - 0.03 && topAt(x) - beltAt(x) > 0.1) {
    if (!pane || x < dPillar || x > 0.8) return 'trim';
    if (Math.abs(x + 0.27) < 0.05 || Math.abs(x + 1.06 - (y - 1) * 0.1) < 0.022) return 'trim';
    return 'glass';
  }
  if (mark > 5.5 && x > 0.21 && x < 1.0) {
    if (x < 0.26 || x > 0.955 || mark < 5.62) return 'trim';
    return 'glass';
  }
  if (mark > 5.45 && x < -1.55 && x > -1.84) return x > -1.57 || x < -1.81 ? 'trim' : 'glass';
  if (x > 1.0 && mark < 5.24 && mark > 5.18) return 'seam';
  if (x > 1.0 && Math.abs(x - 1.72 - 0.16 * (1 - (side / 0.7) ** 2)) < 0.006) return 'seam';
  return 'paint';
}

function frontPart(x: number, y: number, side: number): BodyPart {
  const inward = 0.34 + (1.95 - x) * 0.12;
  const top = 0.8 - Math.max(0, x - 1.45) * 0.19;
  const low = 0.615 - Math.max(0, x - 1.7) * 0.1;
  if (x > 1.48 && side > inward && y < top && y > low + Math.max(0, 1.62 - x) * 0.6) {
    const rim = Math.min(top - y, y - low, side - inward);
    return rim < 0.012 ? 'trim' : x < 1.555 ? 'indicator' : 'lamp';
  }
  if (x > 1.75 && side < 0.33 && y > 0.56 && y < 0.655) return y > 0.641 || y < 0.572 ? 'chrome' : 'grille';
  if (x > 1.7 && side < 0.52 && y > 0.27 && y < 0.4) return 'grille';
  if (x > 1.65 && side > 0.56 && y > 0.3 && y < 0.42 && x > 1.74) return 'grille';
  if (y < 0.24) return 'trim';
  return x > 1.24 && x < 1.6 && Math.abs(y - 0.56) < 0.005 ? 'seam' : 'paint';
}

function rearPart({ x, y, side }: { x: number; y: number; side: number }, mark: number): BodyPart {
  if (side > 0.5 && y > 0.68 && y < 0.93 && x < -1.72 - (0.93 - y) * 0.2) return 'tail';
  return y < 0.3 || mark < 0.6 ? 'trim' : 'paint';
}

function sideSeam(x: number, y: number, mark: number): boolean {
  const thin = 0.0065;
  const lower = y > 0.27 && mark < 4;
  if (!lower) return false;
  const frontEdge = 0.74 - Math.max(0, 0.62 - y) * 0.22;
  const rearEdge = -1.02 + (y > 0.62 ? 0.12 * (0.62 - y) : 0);
  if (Math.abs(x - frontEdge) < thin || Math.abs(x + 0.27) < thin) return true;
  if (Math.abs(x - rearEdge) < thin && y > 0.62) return true;
  if (Math.abs(archDistance(x, y) - 0.05) < thin && x < -0.78 && x > -1.04 && y < 0.64) return true;
  return Math.abs(y - 0.275) < thin && x < 0.68 && x > -0.8;
}
