import { DEFAULT_PATTERN, KEPT_NAMES } from '#domain/batches/file-names.ts';
import { Switch } from '#web/ui/fields/switch.tsx';

interface KeepNamesSwitchProps {
  readonly pattern: string;
  readonly onPattern: (pattern: string) => void;
}

export function KeepNamesSwitch({ pattern, onPattern }: KeepNamesSwitchProps) {
  return (
    <Switch
      label="Păstrează numele fișierelor"
      checked={pattern === KEPT_NAMES}
      onChange={(isKept) => onPattern(isKept ? KEPT_NAMES : DEFAULT_PATTERN)}
    />
  );
}
