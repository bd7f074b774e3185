const RADIANS = Math.PI / 180;
/** Share of „up” that has to lie in the screen's plane: a phone held flat over a label has no level. */
const LEAST_UPRIGHT = 0.4;

/** Returns the degrees by which the picture leans clockwise; null where it points up or down. `angle` is the screen's own turn. */
export function computeRoll({ beta, gamma }: { beta: number; gamma: number }, angle: number): number | null {
  const [b, g] = [beta * RADIANS, gamma * RADIANS];
  // „Up” in the device's own axes: right along the screen, and to its top.
  const right = -Math.cos(b) * Math.sin(g);
  const top = Math.sin(b);
  if (Math.hypot(right, top) < LEAST_UPRIGHT) return null;
  const lean = -Math.atan2(right, top) / RADIANS + angle;
  return ((((lean + 180) % 360) + 360) % 360) - 180;
}
