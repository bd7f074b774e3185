/** One or two letters for a round badge: „Ștefan Țepeș” → „ȘȚ”, without a name the address's first letter. */
export function getInitials(displayName: string | null, email: string): string {
  const words = (displayName ?? '').trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 0 ? [words[0], words.length > 1 ? words.at(-1) : ''] : [email];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase('ro');
}

/** Returns the first word of the name for the dashboard's greeting, or an empty string. */
export function firstName(displayName: string | null): string {
  return (displayName ?? '').trim().split(/\s+/)[0] ?? '';
}
