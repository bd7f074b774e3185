import { type ComponentProps, type ReactNode, useId } from 'react';

interface FilePickerProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'className' | 'children'> {
  /** Classes of the visible label. */
  readonly look: string;
  readonly children: ReactNode;
}

/** A file input that looks like its label: keyboard and screen readers meet the real input. */
export function FilePicker({ look, children, ...input }: FilePickerProps) {
  const id = useId();
  return (
    <span className="relative inline-flex">
      <input {...input} id={id} type="file" className="peer sr-only" />
      <label
        htmlFor={id}
        className={`${look} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-signal`}
      >
        {children}
      </label>
    </span>
  );
}
