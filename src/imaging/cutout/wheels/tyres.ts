/** A tyre's foot is round; the ground's shadow beside it is as dark. */
import type { Mask } from '#imaging/cutout/mask.ts';

/** A rise of the body's lower edge over a wheel: its columns, its top, and the row that the wheel stands on. */
export interface Arch {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The lower half of an ellipse. */
interface Tyre {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly tall: number;
}

/** A rim's width as a share of its arch's at least; how far from round, and from the middle, when it is seen from the side. */
const LEAST_RIM = 0.45;
const ROUND = 0.15;

/** In place. `lit`: a label for each part that is not dark; `ends`: the body's last rows, beside the arch. */
export function roundTyre(
  { data, width }: Mask,
  lit: Int32Array,
  { arch, ends }: { arch: Arch; ends: Int32Array },
): void {
  const { left, right, bottom } = arch;
  const rim = rimIn(lit, width, arch);
  const tyre = rim === null ? asWideAs(arch) : fitTyreAroundRim(rim, bottom);
  // Beside a narrow tyre the arch's dark inside ends where the body does.
  const body = rim === null ? -1 : Math.max(ends[left - 1] ?? -1, ends[right + 1] ?? -1);
  for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x++) {
    const u = (x - tyre.x) / tyre.wide;
    const end = tyre.y + tyre.tall * Math.sqrt(Math.max(0, 1 - u * u));
    for (let y = Math.max(body + 1, Math.ceil(end)); y <= bottom; y++) data[y * width + x] = 0;
  }
}

function asWideAs({ left, right, top, bottom }: Arch): Tyre {
  const tall = (bottom - top) / 2.1;
  return { x: (left + right) / 2, y: bottom - tall, wide: (right - left + 1) / 2, tall };
}

function fitTyreAroundRim(rim: Arch, bottom: number): Tyre {
  const [x, y] = [(rim.left + rim.right) / 2, (rim.top + rim.bottom) / 2];
  const share = (rim.right - rim.left + 1) / (rim.bottom - rim.top + 1);
  return { x, y, wide: (bottom - y) * share + 1, tall: bottom - y };
}

/** The bounds of the largest part within the arch, where it is a whole rim seen from the side. */
function rimIn(lit: Int32Array, width: number, arch: Arch): Arch | null {
  const parts = new Map<number, { left: number; right: number; top: number; bottom: number; size: number }>();
  for (let y = arch.top; y <= arch.bottom; y++) {
    for (let x = Math.max(0, arch.left); x <= Math.min(width - 1, arch.right); x++) {
      const label = lit[y * width + x];
      if (label === 0) continue;
      const part = parts.get(label) ?? { left: x, right: x, top: y, bottom: y, size: 0 };
      part.left = Math.min(part.left, x);
      part.right = Math.max(part.right, x);
      part.bottom = y;
      part.size++;
      parts.set(label, part);
    }
  }
  const [rim] = [...parts.values()]
    .filter(({ left, right, top }) => left > arch.left && right < arch.right && top > arch.top)
    .sort((a, b) => b.size - a.size);
  if (rim === undefined) return null;
  const [wide, tall] = [rim.right - rim.left + 1, rim.bottom - rim.top + 1];
  const off = Math.abs(rim.left + rim.right - arch.left - arch.right) / 2;
  const isWhole = wide >= LEAST_RIM * (arch.right - arch.left) && off < ROUND * wide;
  return isWhole && Math.abs(wide / tall - 1) < ROUND ? rim : null;
}
