import { ImagePlus } from 'lucide-react';
import { DEFAULT_TOAST } from '#domain/language/error-sentences.ts';
import { Picker } from '#web/features/upload/pick/picker.tsx';
import type { PickedFile } from '#web/features/upload/queue/upload-deps.ts';
import { useUser } from '#web/session/use-user.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

export const loadQueue = () => import('#web/features/upload/queue/uploads.ts');

/** Adds more photos to a batch that exists. */
export function AddPhotosButton({ batchId }: { batchId: string }) {
  const uid = useUser()?.uid;
  const add = async (files: readonly PickedFile[]) => {
    const { uploads } = await loadQueue();
    if (uid !== undefined) void uploads.resumeUploads(uid);
    uploads.add(files, batchId);
  };
  return (
    <Picker
      source="files"
      look={buttonClass({ look: 'quiet', small: true })}
      onFiles={(files) => void add(files).catch(() => showToast({ text: DEFAULT_TOAST, negative: true }))}
    >
      <ImagePlus aria-hidden size={16} />
      <span className="max-sm:sr-only max-lg:[@media(max-height:30rem)]:sr-only">Adaugă fotografii</span>
    </Picker>
  );
}
