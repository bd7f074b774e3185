import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldLayoutProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Renders the control, which the label and the words under it are tied to. */
  readonly children: (tied: Tied) => ReactNode;
}

interface Tied {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Label above, control, then its error or hint. The error is tied to the control for screen readers. */
export function FieldLayout({ label, hint, error, children }: FieldLayoutProps) {
  const id = useId();
  const saidId = `${id}-said`;
  const said = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': said ? saidId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {said && (
        <p
          id={saidId}
          className={`text-sm ${error === undefined ? 'text-ink-soft' : 'font-medium text-danger'}`}
        >
          {said}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<FieldLayoutProps, 'children'>, Omit<ComponentProps<'input'>, 'id'> {
  readonly onValueChange?: (value: string) => void;
  /** A small control inside the right edge of the input. */
  readonly trailing?: ReactNode;
}

export function TextField({ label, hint, error, trailing, onValueChange, ...input }: TextFieldProps) {
  return (
    <FieldLayout label={label} hint={hint} error={error}>
      {(tied) => (
        <div className="relative">
          <input
            {...(onValueChange && { onChange: ({ currentTarget }) => onValueChange(currentTarget.value) })}
            {...input}
            {...tied}
            className={trailing ? 'input pr-12' : 'input'}
          />
          {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
        </div>
      )}
    </FieldLayout>
  );
}
