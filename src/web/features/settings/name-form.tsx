import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type UserDocument, updateMe } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { ME } from '#web/api/queries/keys.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The user's display name, with a save button beside the field. */
export function NameForm({ user }: { user: UserDocument }) {
  const saved = user.displayName ?? '';
  /** Null while no name is being written: then a name changed in another tab shows here too. */
  const [draft, setDraft] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (displayName: string) => call(updateMe, { body: { displayName: displayName || null } }),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess: (document, _name, _result, { client }) => {
      putDocument(client, ME, document);
      setDraft(null);
    },
  });
  const isChanged = draft !== null && draft.trim() !== saved;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !save.isPending) save.mutate(draft.trim());
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          label="Cum îți spunem"
          autoComplete="name"
          maxLength={80}
          value={draft ?? saved}
          onValueChange={setDraft}
        />
      </div>
      <Button type="submit" look={isChanged ? 'primary' : 'quiet'} busy={save.isPending}>
        Salvează
      </Button>
      <p role="status" className="w-full text-sm font-medium empty:hidden">
        {save.isSuccess && draft === null && 'Numele e salvat.'}
      </p>
    </form>
  );
}
