import { Field } from '@base-ui/react/field';
import type { ReactNode } from 'react';

interface FieldFrameProps {
  /** The form's name of the field: errors come back under it. */
  readonly name?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** Label above, control, then its error or hint. The error is tied to the control for screen readers. */
export function FieldFrame({ name, label, hint, error, children }: FieldFrameProps) {
  return (
    <Field.Root className="flex flex-col gap-1.5" invalid={error !== undefined} {...(name ? { name } : {})}>
      <Field.Label className="text-[0.9375rem] font-semibold">{label}</Field.Label>
      {children}
      {error === undefined ? (
        hint && <Field.Description className="text-sm text-ink-soft">{hint}</Field.Description>
      ) : (
        <Field.Error match className="text-sm font-medium text-danger">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}

interface TextFieldProps extends Omit<FieldFrameProps, 'children'>, Omit<Field.Control.Props, 'name'> {
  /** A small control inside the right edge of the input. */
  readonly trailing?: ReactNode;
}

export function TextField({ name, label, hint, error, trailing, ...control }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} {...(name ? { name } : {})}>
      <div className="relative">
        <Field.Control {...control} className={trailing ? 'input pr-12' : 'input'} />
        {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
    </FieldFrame>
  );
}
