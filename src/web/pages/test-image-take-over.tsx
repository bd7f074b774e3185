import { Download } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { TriedRecipe } from '#web/editor/test-image-editor.tsx';
import { useBatchFromTestImage } from '#web/features/test-image/use-batch-from-test-image.ts';
import { carryTestImage } from '#web/features/test-image/use-carried-test-image.ts';
import { uploads, useResumedUploads } from '#web/features/upload/queue/uploads.ts';
import { useSignedInUser } from '#web/session/use-user.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';

const DOWNLOAD = (
  <>
    <Download aria-hidden size={18} />
    <span className="max-lg:sr-only">Descarcă proba, cu filigran</span>
  </>
);

/** Next steps: download the proof, or make a batch with the same recipe (and the own picture with its plates and cut-out). */
export function TakeOver({ recipe, outputs, file, said, proof }: TriedRecipe) {
  const navigate = useNavigate();
  const { uid } = useSignedInUser();
  // The queue keeps copies for its user.
  useResumedUploads(uid);
  const batch = useBatchFromTestImage((batchId) => {
    if (file !== null) {
      uploads.add([{ file, takenAt: null }], batchId);
      carryTestImage(uid, { batchId, bytes: file.size, said });
    }
    void navigate(`/process/${batchId}`);
  });
  return (
    <div className="flex gap-2 lg:flex-col">
      <Button wide busy={batch.isPending} onClick={() => batch.mutate({ recipe, outputs })}>
        {file === null ? 'Fă un lot cu rețeta asta' : 'Fă un lot cu poza și rețeta asta'}
      </Button>
      {proof === null ? (
        <Button look="quiet" disabled>
          <Download aria-hidden size={18} />
          <span className="max-lg:sr-only">Proba vine odată cu previzualizarea</span>
        </Button>
      ) : (
        <a
          href={proof.url}
          download={`fotolot-proba.${proof.isClear ? 'webp' : 'jpg'}`}
          className={buttonClass({ look: 'quiet' })}
        >
          {DOWNLOAD}
        </a>
      )}
    </div>
  );
}
