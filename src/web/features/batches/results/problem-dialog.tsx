import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LONGEST_REPORT, reportProblem } from '#contract/batch-runs.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { FieldLayout } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface ProblemDialogProps {
  readonly batchId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Sends a message to the operator, along with the batch's id. */
export function ProblemDialog({ batchId, open, onOpenChange }: ProblemDialogProps) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const send = useMutation({
    mutationFn: () => call(reportProblem, { params: { batchId }, body: { text: text.trim() } }),
    onSuccess: () => {
      setText('');
      onOpenChange(false);
      showToast({ text: 'Mesajul a plecat. Îți răspundem pe email.' });
    },
  });
  const error = missing ? 'Scrie ce n-a ieșit bine.' : send.error ? errorMessage(send.error) : undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Ceva n-a ieșit bine?"
      description="Spune-ne ce și la ce poză. Trimitem numărul lotului și adresa ta, fără fotografii."
      sheet
    >
      <form
        className="mt-4 flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(text.trim() === '');
          if (text.trim() !== '') send.mutate();
        }}
      >
        <FieldLayout label="Mesajul tău" error={error}>
          {(tied) => (
            <textarea
              {...tied}
              rows={5}
              className="input h-auto py-2.5"
              maxLength={LONGEST_REPORT}
              value={text}
              onChange={(event) => {
                setMissing(false);
                setText(event.currentTarget.value);
              }}
            />
          )}
        </FieldLayout>
        <Button type="submit" busy={send.isPending}>
          Trimite
        </Button>
      </form>
    </Dialog>
  );
}
