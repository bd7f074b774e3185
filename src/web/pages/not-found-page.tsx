import { Link } from 'react-router';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Logo } from '#web/ui/logo.tsx';

export function NotFoundPage() {
  usePageTitle('Pagină negăsită');
  const user = useUser();
  return (
    <main className="flex min-h-dvh flex-col px-4 py-6">
      <Link to="/" aria-label="Fotolot, pagina de început" className="self-start rounded-lg">
        <Logo />
      </Link>
      <div className="grid flex-1 place-items-center">
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
      </div>
    </main>
  );
}
