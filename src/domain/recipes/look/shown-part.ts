/**
 * Returns for one side: the shares of the photo that are shown, their whole pixels and where they begin. `start`: where the whole photo
 * would.
 */
export function getShownPart(
  { canvas, photo }: { canvas: number; photo: number },
  start: number,
): readonly [{ from: number; share: number; length: number }, number] {
  const shown = { from: Math.max(0, -start / photo), to: Math.min(1, (canvas - start) / photo) };
  const length = Math.max(1, Math.min(canvas, Math.round((shown.to - shown.from) * photo)));
  const begin = Math.min(canvas - length, Math.max(0, Math.round(start)));
  return [{ from: shown.from, share: shown.to - shown.from, length }, begin];
}
