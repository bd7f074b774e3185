/** Returns the typed whole number, with or without dots between thousands; null when it is none or out of bounds. */
export function wholeNumber(typed: string, least: number, most: number): number | null {
  const text = typed.trim().replace(/(?<=\d)[. ](?=\d{3}\b)/g, '');
  if (!/^\d{1,9}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}
