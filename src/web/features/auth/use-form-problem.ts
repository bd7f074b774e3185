import { useState } from 'react';
import type { AuthFieldName, AuthProblem } from '#web/features/auth/auth-errors.ts';

/** Returns a form's problems; telling them moves the focus to the field of the first. */
export function useFormProblem() {
  const [problems, setProblems] = useState<readonly AuthProblem[]>([]);
  const textOf = (name: AuthFieldName | null) => problems.find(({ field }) => field === name)?.text;
  return {
    /** The message over the form. */
    general: textOf(null) ?? null,
    errorOf: (field: AuthFieldName) => textOf(field),
    clear: () => setProblems([]),
    refuse(form: HTMLFormElement, ...found: readonly AuthProblem[]) {
      setProblems(found);
      const name = found[0]?.field ?? null;
      const field = name === null ? null : form.elements.namedItem(name);
      if (field instanceof HTMLElement) field.focus();
    },
  };
}

/** Returns the text of a field, without the spaces around it unless it is a password. */
export function readField(form: HTMLFormElement, name: AuthFieldName | 'displayName'): string {
  const text = String(new FormData(form).get(name) ?? '');
  return name === 'password' ? text : text.trim();
}
