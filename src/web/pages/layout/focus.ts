/**
 * Gives the focus to the page's heading, else to its content: keyboard and screen reader go on where the new page begins. It is never taken
 * from an open dialog.
 */
export function focusHeading(): void {
  if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return;
  // Older Safaris know no checkVisibility().
  const shown = (element: HTMLElement) => element.getClientRects().length > 0;
  const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find(shown);
  const target = heading ?? [...document.querySelectorAll<HTMLElement>('main')].find(shown);
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Does the same after another page was opened; the focus is never taken from a field, a tab or an open menu. */
export function focusPage(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field?.closest('[role="tab"], [aria-expanded="true"]')) return;
  focusHeading();
}
