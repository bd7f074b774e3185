/** Brings an element of a row that scrolls sideways into sight, with so many pixels beside it; the page stays where it is. */
export function intoRow(row: Element, element: Element, beside = 24): void {
  const view = row.getBoundingClientRect();
  const { left, right } = element.getBoundingClientRect();
  if (left < view.left + beside) row.scrollLeft += left - view.left - beside;
  else if (right > view.right - beside) row.scrollLeft += right - view.right + beside;
}
