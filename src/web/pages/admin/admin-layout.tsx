import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { isAdmin } from '#domain/users/user-document.ts';
import { AdminRefused } from '#web/pages/admin/admin-refused.tsx';
import { Errors } from '#web/pages/error-page.tsx';
import { AccountMenu } from '#web/pages/layout/account-menu.tsx';
import { Footer } from '#web/pages/layout/footer.tsx';
import { OfflineNotice } from '#web/pages/layout/offline-notice.tsx';
import { useClaims } from '#web/session/claims.ts';
import { useUser } from '#web/session/use-user.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { Logo } from '#web/ui/pictures/logo.tsx';

const SECTIONS = [
  { to: '/admin/dashboard', label: 'Privire de ansamblu' },
  { to: '/admin/users', label: 'Utilizatori' },
  { to: '/admin/analytics', label: 'Statistici' },
];

export function AdminLayout() {
  const user = useUser();
  const claims = useClaims();
  const { key } = useLocation();
  if (user === null) return null;
  if (!isAdmin(claims ?? user)) return <AdminRefused />;
  return (
    <>
      <header className="mx-auto flex max-w-[82rem] flex-wrap items-center gap-3 px-4 py-3 sm:px-8">
        <Link to="/dashboard" aria-label="Fotolot, pagina de început" className="rounded-lg">
          <Logo />
        </Link>
        <nav
          aria-label="Administrare"
          className="order-last -mx-4 flex w-[calc(100%+2rem)] overflow-x-auto px-1.5 sm:order-none sm:mx-0 sm:ml-6 sm:w-auto sm:gap-1 sm:px-0"
        >
          {SECTIONS.map(({ to, label }) => (
            <NavLink key={to} to={to} className="chip shrink-0 max-sm:px-2.5">
              {label}
            </NavLink>
          ))}
        </nav>
        <Link to="/dashboard" className={`${buttonClass({ look: 'quiet', small: true })} ml-auto`}>
          Înapoi în aplicație
        </Link>
        <AccountMenu user={user} />
      </header>
      <OfflineNotice />
      <main className="page">
        <Errors at={key}>
          <Outlet />
        </Errors>
      </main>
      <Footer />
    </>
  );
}
