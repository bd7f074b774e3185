/** True where a key is meant for the focused element: text is typed there or one of a list is chosen. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(range|radio|checkbox|color)$/.test(target.type);
  return target.matches('textarea, select, [role="combobox"], [role="option"]');
}
