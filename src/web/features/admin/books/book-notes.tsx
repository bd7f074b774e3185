import { AnafNote } from '#web/features/admin/books/anaf-note.tsx';
import { HandInNote } from '#web/features/admin/books/hand-in-note.tsx';

/** What of ANAF and of documents needs an admin. */
export function BookNotes() {
  return (
    <>
      <AnafNote />
      <HandInNote />
    </>
  );
}
