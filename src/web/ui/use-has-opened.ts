import { useState } from 'react';

/** True once it was open: a dialog loaded on demand stays in the page from then on, so that its closing is animated too. */
export function useHasOpened(open: boolean): boolean {
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  return asked;
}
