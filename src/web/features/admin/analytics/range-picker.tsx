import { type FormEvent, useState } from 'react';
import { addDays, type Range, rangeDays } from '#domain/analytics/reports.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

const USUAL = [7, 30, 90, 365] as const;

interface RangePickerProps {
  readonly range: Range;
  readonly today: string;
  readonly onChoose: (range: Range) => void;
}

/** Chooses the last days by one press, or any two days. */
export function RangePicker({ range, today, onChoose }: RangePickerProps) {
  const [typed, setTyped] = useState(range);
  const [wrong, setWrong] = useState<string>();
  const days = range.to === today ? rangeDays(range) : null;
  const choose = (next: Range) => {
    setTyped(next);
    setWrong(undefined);
    onChoose(next);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (rangeDays(typed) === null) return setWrong(wrongRange(typed));
    choose(typed);
  };
  return (
    <div className="mt-6 flex flex-wrap items-end gap-x-8 gap-y-4">
      <Chips<number>
        label="Perioada"
        choices={USUAL}
        chosen={days ?? 0}
        words={(one) => (one === 365 ? 'Un an' : one === 7 ? '7 zile' : `${one} de zile`)}
        onChoose={(one) => choose({ from: addDays(today, 1 - one), to: today })}
      />
      <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
        <TextField
          name="from"
          type="date"
          label="De la"
          max={today}
          value={typed.from}
          error={wrong}
          onValueChange={(from) => setTyped({ ...typed, from })}
        />
        <TextField
          name="to"
          type="date"
          label="Până la"
          max={today}
          value={typed.to}
          onValueChange={(to) => setTyped({ ...typed, to })}
        />
        <Button type="submit" look="quiet">
          Arată
        </Button>
      </form>
    </div>
  );
}

function wrongRange({ from, to }: Range): string {
  if (from === '' || to === '') return 'Alege ambele zile.';
  return from > to ? '„De la” este după „Până la”.' : 'Alege cel mult trei ani, de după 2000.';
}
