/** Rec. 601 luma in whole numbers, 0–255, as every light step counts it. */
export function luma(r: number, g: number, b: number): number {
  return (77 * r + 150 * g + 29 * b) >> 8;
}
