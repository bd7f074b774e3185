import { useState } from 'react';

/** Whether it was ever open: a dialog that is fetched when it is asked for stays in the page from then on, so that it leaves as it came. */
export function useAsked(open: boolean): boolean {
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  return asked;
}
