import { useQuery } from '@tanstack/react-query';
import { count, NOUNS } from '#domain/language/plural.ts';
import { forgetSharedFiles, readSharedFiles } from '#web/features/upload/shared-files.ts';
import type { PickedFile } from '#web/features/upload/upload-queue.ts';
import { Button } from '#web/ui/button.tsx';

interface SharedOfferProps {
  readonly onFiles: (files: readonly PickedFile[]) => void;
  /** Answered, or nothing is there. */
  readonly onDone: () => void;
}

/** What another app sends. Any website could send the same, so nothing is added before the person says so. */
export function SharedOffer({ onFiles, onDone }: SharedOfferProps) {
  const { data: files } = useQuery({ queryKey: ['shared-files'], queryFn: readSharedFiles, gcTime: 0 });
  if (files === undefined) return null;
  const answer = (taken: readonly PickedFile[]) => {
    void forgetSharedFiles();
    onDone();
    if (taken.length > 0) onFiles(taken);
  };
  const [first] = files;
  if (first === undefined)
    return (
      <p role="status" className="flex flex-wrap items-center gap-3 rounded-xl bg-sunken px-4 py-2.5">
        Cealaltă aplicație nu a trimis nicio fotografie.
        <Button small look="quiet" onClick={() => answer([])}>
          Am înțeles
        </Button>
      </p>
    );
  return (
    <section aria-label="Trimise din altă aplicație" className="rounded-xl bg-sunken px-4 py-3">
      <p>
        Din altă aplicație: <span className="break-all">{first.file.name}</span>
        {files.length > 1 && ` și încă ${files.length - 1}`}. Le adaugi în lot?
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button small onClick={() => answer(files)}>
          Adaugă {count(files.length, NOUNS.photo)}
        </Button>
        <Button small look="quiet" onClick={() => answer([])}>
          Renunță
        </Button>
      </div>
    </section>
  );
}
