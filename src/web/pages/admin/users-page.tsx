import { Link } from 'react-router';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function AdminUsersPage() {
  usePageTitle('Utilizatori');
  return (
    <EmptyState
      heading="h1"
      title="Lista de utilizatori nu e gata"
      action={
        <Link to="/admin/dashboard" className={buttonClass({ look: 'quiet' })}>
          Înapoi la privirea de ansamblu
        </Link>
      }
    >
      <p>
        Căutarea, sortarea și paginile de utilizator vin odată cu ea. Drepturile de administrator se dau
        deocamdată de pe server.
      </p>
    </EmptyState>
  );
}
