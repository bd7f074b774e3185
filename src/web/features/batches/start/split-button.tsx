import { type Splittable, splitLots } from '#web/features/batches/start/split-lots.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface SplitButtonProps {
  readonly split: Splittable;
  readonly busy: boolean;
  readonly onSplit: (lots: readonly (readonly string[])[]) => void;
}

/** Shares a batch that is more than the plan takes out into several; code of its own, for few batches are. */
export function SplitButton({ split, busy, onSplit }: SplitButtonProps) {
  const lots = splitLots(split);
  return (
    <Button look="quiet" busy={busy} onClick={() => onSplit(lots)}>
      Împarte în {lots.length + 1} loturi
    </Button>
  );
}
