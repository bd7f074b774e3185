import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { editBatch } from '#contract/batches.ts';
import { type GalleryItem, renamePhoto } from '#contract/gallery.ts';
import { call } from '#web/api/call.ts';
import { applyAnswer } from '#web/api/live/apply-event.ts';
import { keys } from '#web/api/queries/keys.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface RenamePhotoProps {
  readonly photo: Pick<GalleryItem, 'photoId' | 'name'>;
  readonly onClose: () => void;
}

/** Renames a photo. The ending is the file's own and stays; it is not shown as something to write. */
export function RenamePhotoDialog({ photo, onClose }: RenamePhotoProps) {
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => call(renamePhoto, { params: { photoId: photo.photoId }, body: { name } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.photos });
      void client.invalidateQueries({ queryKey: keys.batches });
    },
    onSettled: onClose,
  });
  return (
    <RenameDialog
      title="Redenumește fotografia"
      name={photo.name.replace(/\.[a-z0-9]{2,5}$/i, '')}
      longest={110}
      busy={rename.isPending}
      onRename={(name) => rename.mutate(name)}
      onClose={onClose}
    />
  );
}

interface RenameBatchProps {
  readonly batch: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

export function RenameBatchDialog({ batch, onClose }: RenameBatchProps) {
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => call(editBatch, { params: { batchId: batch.id }, body: { name } }),
    onSuccess: async (edited) => {
      await applyAnswer(client, edited);
      await client.invalidateQueries({ queryKey: keys.batches });
    },
    onSettled: onClose,
  });
  return (
    <RenameDialog
      title="Redenumește lotul"
      name={batch.name}
      longest={80}
      busy={rename.isPending}
      onRename={(name) => rename.mutate(name)}
      onClose={onClose}
    />
  );
}

interface RenameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly longest: number;
  readonly busy: boolean;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

function RenameDialog({ title, name, longest, busy, onRename, onClose }: RenameDialogProps) {
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === '' || wanted === name) onClose();
    else if (!busy) onRename(wanted);
  };
  return (
    <Dialog open sheet title={title} onOpenChange={(open) => open || onClose()}>
      <form onSubmit={handleSubmit} className="mt-4 flex flex-col gap-4">
        <TextField
          label="Nume"
          value={typed}
          maxLength={longest}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" busy={busy}>
          Salvează numele
        </Button>
      </form>
    </Dialog>
  );
}
