import { ImagePlus } from 'lucide-react';
import { Picker } from '#web/features/upload/pick/picker.tsx';
import { uploads } from '#web/features/upload/queue/uploads.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';

/** Adds more photos to a batch that exists. */
export function AddPhotosButton({ batchId }: { batchId: string }) {
  return (
    <Picker
      source="files"
      look={buttonClass({ look: 'quiet', small: true })}
      onFiles={(files) => uploads.add(files, batchId)}
    >
      <ImagePlus aria-hidden size={16} />
      <span className="max-sm:sr-only max-lg:[@media(max-height:30rem)]:sr-only">Adaugă fotografii</span>
    </Picker>
  );
}
