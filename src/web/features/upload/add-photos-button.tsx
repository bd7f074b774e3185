import { ImagePlus } from 'lucide-react';
import { Picker } from '#web/features/upload/picker.tsx';
import { uploads } from '#web/features/upload/uploads.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** More photos for a lot that exists. */
export function AddPhotosButton({ batchId }: { batchId: string }) {
  return (
    <Picker
      source="files"
      look={buttonClass({ look: 'quiet', small: true })}
      onFiles={(files) => uploads.add(files, batchId)}
    >
      <ImagePlus aria-hidden size={16} />
      <span className="max-sm:sr-only">Adaugă fotografii</span>
    </Picker>
  );
}
