import { TextField } from '#web/ui/fields/text-field.tsx';

interface EmailFieldProps {
  readonly autoComplete: 'email' | 'username';
  readonly error: string | undefined;
  readonly defaultValue?: string;
  readonly onValueChange?: (email: string) => void;
}

export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      name="email"
      label="Email"
      type="text"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
