import { Link } from 'react-router';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function AdminAnalyticsPage() {
  usePageTitle('Statistici');
  return (
    <EmptyState
      heading="h1"
      title="Statisticile nu sunt încă aici"
      action={
        <Link to="/admin/dashboard" className={buttonClass({ look: 'quiet' })}>
          Înapoi la privirea de ansamblu
        </Link>
      }
    >
      <p>Graficele și tabelele vor apărea când se strâng date din care să fie făcute.</p>
    </EmptyState>
  );
}
