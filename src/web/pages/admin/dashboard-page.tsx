import { Link } from 'react-router';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function AdminDashboardPage() {
  usePageTitle('Privire de ansamblu');
  return (
    <EmptyState
      heading="h1"
      title="Cifrele nu sunt încă aici"
      action={
        <Link to="/debug-admin" className={buttonClass({ look: 'quiet' })}>
          Verifică-ți drepturile
        </Link>
      }
    >
      <p>
        Utilizatorii, încasările și coada de procesare vor apărea pe această pagină. Până atunci, starea
        serverului se vede la adresa /healthz și în jurnalul lui.
      </p>
    </EmptyState>
  );
}
