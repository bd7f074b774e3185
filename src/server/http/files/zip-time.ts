const clock = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Europe/Bucharest',
});

/** ZIPs hold local time without a zone: returns the date that this process reads as the time in Bucharest. */
export function zipTime(at: Date): Date {
  return new Date(clock.format(at).replace(' ', 'T'));
}
