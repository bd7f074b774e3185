import type { CatalogueReply } from '#contract/admin/admin.ts';
import { fetchCostWords, formatMegabytes, largeFetch } from '#web/features/admin/system/model-words.ts';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';

interface ModelQuestionProps {
  /** What is about to be chosen; null: nothing is asked. */
  readonly choice: string | null;
  readonly reply: CatalogueReply;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** True when choosing this costs or takes away so much that it is asked first. */
export function needsQuestion(reply: CatalogueReply, choice: string): boolean {
  return choice === 'off' || largeFetch(reply, choice) !== null;
}

/** Asks before a large file is fetched, or before there is no model any more, and says what follows. */
export function ModelQuestion({ choice, reply, busy, onConfirm, onCancel }: ModelQuestionProps) {
  if (choice === null) return null;
  const large = largeFetch(reply, choice);
  const answers = { busy, onConfirm, onCancel };
  if (large) {
    return (
      <AlertDialog
        open
        title={`Descarci ${large.name}?`}
        body={fetchCostWords(large, reply)}
        confirm={`Descarcă ${formatMegabytes(large.bytes)}`}
        cancel="Renunță"
        {...answers}
      />
    );
  }
  const isOnItsWay = reply.state === 'fetching' || reply.state === 'waiting';
  return (
    <AlertDialog
      open
      title="Decupezi fără model?"
      body={
        <>
          <p>
            Fundalurile se vor decupa prin căutarea după culori. Decupările sigure vor fi mai puține, așa că
            oamenii vor avea mai multe de verificat. Decupările făcute până acum rămân cum sunt.
          </p>
          {isOnItsWay && <p className="mt-2">Descărcarea începută se oprește.</p>}
        </>
      }
      confirm="Nu folosi niciun model"
      cancel="Păstrează modelul"
      {...answers}
    />
  );
}
