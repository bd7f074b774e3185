import { Link } from 'react-router';
import { Bare } from '#web/pages/layout/bare.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';

export function NotFoundPage() {
  usePageTitle('Pagină negăsită');
  const user = useUser();
  return (
    <Bare>
      <EmptyState
        heading="h1"
        title="Aici nu e nicio poză"
        action={
          <Link to={user ? '/dashboard' : '/login'} className={buttonClass()}>
            {user ? 'Mergi la panou' : 'Intră în cont'}
          </Link>
        }
      >
        <p>Adresa nu duce nicăieri. Poate lotul a fost șters sau linkul s-a rupt pe drum.</p>
      </EmptyState>
    </Bare>
  );
}
