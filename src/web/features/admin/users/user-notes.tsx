import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AccountNote, listNotes, writeNote } from '#contract/admin/admin-support.ts';
import { formatMoment } from '#domain/language/time.ts';
import { NOTE_LENGTH } from '#domain/users/audit-actions.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { FieldLayout } from '#web/ui/fields/text-field.tsx';

/** What admins wrote about an account for one another, and a field for the next note. */
export function UserNotes({ userId }: { readonly userId: string }) {
  const queryKey = ['admin-user-notes', userId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listNotes, { params: { userId } }, { signal }),
    staleTime: 0,
  });
  return (
    <section aria-label="Note" className="mt-8 max-w-prose">
      <h2 className="text-2xl">Note</h2>
      <ReadFailed query={query} what="Notele nu s-au putut citi." />
      <NoteForm userId={userId} queryKey={queryKey} />
      {query.data && query.data.notes.length > 0 && (
        <ul className="mt-4">
          {query.data.notes.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NoteForm({ userId, queryKey }: { readonly userId: string; readonly queryKey: string[] }) {
  const client = useQueryClient();
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const write = useMutation({
    mutationFn: () => call(writeNote, { params: { userId }, body: { words: words.trim() } }),
    onSuccess: (notes) => {
      client.setQueryData(queryKey, notes);
      void client.invalidateQueries({ queryKey: [AUDIT_LOG] });
      setWords('');
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const missing = words.trim().length < NOTE_LENGTH.least;
    setMissing(missing);
    if (!missing) write.mutate();
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-3 flex flex-col items-start gap-3">
      <div className="w-full">
        <FieldLayout
          label="Notă nouă"
          hint="O văd administratorii; persoana o primește dacă își cere datele. Rămâne cum e scrisă și se șterge odată cu contul."
          error={isMissing ? 'Scrie nota.' : undefined}
        >
          {(tied) => (
            <textarea
              {...tied}
              rows={3}
              maxLength={NOTE_LENGTH.most}
              value={words}
              onChange={({ currentTarget }) => setWords(currentTarget.value)}
              className="input py-2.5"
            />
          )}
        </FieldLayout>
      </div>
      <Button type="submit" look="quiet" busy={write.isPending}>
        Adaugă nota
      </Button>
    </form>
  );
}

function Note({ note: { words, by, createdAt } }: { readonly note: AccountNote }) {
  return (
    <li className="border-t border-line py-3">
      <p className="break-words whitespace-pre-line">{words}</p>
      <p className="mt-1 text-sm break-words text-ink-soft">
        {formatMoment(new Date(createdAt))} · {by ?? 'un cont șters'}
      </p>
    </li>
  );
}
