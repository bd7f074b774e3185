import { useId, useRef, useState } from 'react';
import { DEFAULT_PATTERN, LONGEST_PATTERN, PATTERN_TOKENS } from '#domain/batches/file-names.ts';
import {
  exampleNames,
  hasToken,
  type NamedBatch,
  patternFault,
  pressToken,
  TOKEN_WORDS,
  type Token,
} from '#web/shared/batches/name-pattern.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface NamePatternDialogProps {
  readonly batch: NamedBatch;
  readonly now: Date;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onPattern: (pattern: string) => void;
}

const TOKENS = Object.keys(PATTERN_TOKENS) as Token[];

export function NamePatternDialog({ batch, now, open, onOpenChange, onPattern }: NamePatternDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Numele fișierelor" sheet>
      <PatternForm
        batch={batch}
        now={now}
        onSave={(pattern) => {
          onPattern(pattern);
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

interface PatternFormProps {
  readonly batch: NamedBatch;
  readonly now: Date;
  readonly onSave: (pattern: string) => void;
}

function PatternForm({ batch, now, onSave }: PatternFormProps) {
  const [pattern, setPattern] = useState(batch.pattern);
  // Place where a token goes, once the caret has been in the field.
  const caret = useRef<number>(undefined);
  const fault = patternFault(pattern);
  const names = exampleNames(batch, pattern.trim() || DEFAULT_PATTERN, now);
  const examples = useId();
  return (
    <form
      className="mt-3 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (fault === null) onSave(pattern.trim() || DEFAULT_PATTERN);
      }}
    >
      <TextField
        label="Model"
        value={pattern}
        maxLength={LONGEST_PATTERN}
        autoComplete="off"
        spellCheck={false}
        onSelect={(event) => {
          caret.current = event.currentTarget.selectionEnd ?? undefined;
        }}
        error={fault ?? undefined}
        onChange={(event) => setPattern(event.currentTarget.value)}
      />
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1.5 text-[0.9375rem] font-semibold">În model</legend>
        {TOKENS.map((token) => (
          <button
            key={token}
            type="button"
            aria-pressed={hasToken(pattern, token)}
            className="chip border border-line-strong"
            onClick={() => setPattern(pressToken(pattern, token, caret.current))}
          >
            {TOKEN_WORDS[token]}
          </button>
        ))}
      </fieldset>
      <div>
        <p id={examples} className="mb-1 text-[0.9375rem] font-semibold">
          Așa se vor numi
        </p>
        <ul aria-labelledby={examples} aria-live="polite" className="font-mono text-sm break-all">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" look="quiet" onClick={() => setPattern(DEFAULT_PATTERN)}>
          Ca la început
        </Button>
        <Button type="submit">Păstrează numele</Button>
      </div>
    </form>
  );
}
