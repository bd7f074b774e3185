import { Link } from 'react-router';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { anafStateWords, needsAdmin } from '#web/features/admin/books/anaf-words.ts';
import { useAnaf } from '#web/features/admin/books/use-anaf.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';

/** Says on the first page that the connection to ANAF needs an admin; renders nothing while it does not. */
export function AnafNote() {
  const query = useAnaf();
  const { data } = query;
  if (!data) return query.isError ? <ReadFailed query={query} /> : null;
  if (!needsAdmin(data)) return null;
  return (
    <p
      role="alert"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-3xl bg-danger-wash px-5 py-3.5"
    >
      <span className="font-semibold text-danger">{anafStateWords(data)}</span>
      <Link to="/admin/dashboard?parte=facturi" className={buttonClass({ look: 'quiet', small: true })}>
        Vezi conectarea
      </Link>
    </p>
  );
}
