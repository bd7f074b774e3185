const oneDigit = new Intl.NumberFormat('ro-RO', { maximumFractionDigits: 1 });

/** Returns bytes in decimal units with a non-breaking space: „3,4 MB”. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00a0B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)}\u00a0kB`;
  if (bytes < 1_000_000_000) return `${oneDigit.format(bytes / 1_000_000)}\u00a0MB`;
  return `${oneDigit.format(bytes / 1_000_000_000)}\u00a0GB`;
}
