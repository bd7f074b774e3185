import { useState } from 'react';
import type { AuthFieldName, AuthProblem } from '#web/features/auth/auth-errors.ts';

/** A form's problem; telling it moves the focus to its field. */
export function useFormProblem() {
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  return {
    /** The message over the form. */
    general: problem?.field === null ? problem.text : null,
    errorOf: (field: AuthFieldName) => (problem?.field === field ? problem.text : undefined),
    clear: () => setProblem(null),
    refuse(form: HTMLFormElement, found: AuthProblem) {
      setProblem(found);
      const field = found.field === null ? null : form.elements.namedItem(found.field);
      if (field instanceof HTMLElement) field.focus();
    },
  };
}

/** The text of a field, without the spaces around it unless it is a password. */
export function readField(form: HTMLFormElement, name: AuthFieldName | 'displayName'): string {
  const text = String(new FormData(form).get(name) ?? '');
  return name === 'password' ? text : text.trim();
}
