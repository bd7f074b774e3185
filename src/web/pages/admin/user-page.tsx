import { Link } from 'react-router';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function AdminUserPage({ userId }: { userId: string }) {
  usePageTitle('Utilizator');
  return (
    <EmptyState
      heading="h1"
      title="Pagina utilizatorului nu e gata"
      action={
        <Link to="/admin/users" className={buttonClass({ look: 'quiet' })}>
          Înapoi la utilizatori
        </Link>
      }
    >
      <p>
        Ai cerut contul <code className="font-mono break-all">{userId}</code>. Datele lui nu se pot vedea de
        aici încă.
      </p>
    </EmptyState>
  );
}
