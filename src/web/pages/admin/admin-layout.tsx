import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import { ApiError } from '#web/api/api-error.ts';
import { Errors } from '#web/pages/error-page.tsx';
import { AccountMenu } from '#web/pages/layout/account-menu.tsx';
import { Bare } from '#web/pages/layout/bare.tsx';
import { Footer } from '#web/pages/layout/footer.tsx';
import { OfflineNotice } from '#web/pages/layout/offline-notice.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useClaims } from '#web/session/claims.ts';
import { useUser } from '#web/session/use-user.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { Logo } from '#web/ui/pictures/logo.tsx';

const SECTIONS = [
  { to: '/admin/dashboard', label: 'Privire de ansamblu' },
  { to: '/admin/users', label: 'Utilizatori' },
  { to: '/admin/analytics', label: 'Statistici' },
];

const REFUSAL_MS = 3000;

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
          <FactorFirst />
        </Errors>
      </main>
      <Footer />
    </>
  );
}

/** The page; in its place the way to the settings, for an admin who must have a second factor and has none. */
function FactorFirst() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((tell: () => void) => cache.subscribe(tell), [cache]);
  const isRefused = useSyncExternalStore(subscribe, () => cache.getAll().some(needsFactor));
  // Coming back from the settings asks anew.
  useEffect(() => () => client.removeQueries({ predicate: needsFactor }), [client]);
  if (!isRefused) return <Outlet />;
  return (
    <div role="alert" className="max-w-prose">
      <h1 className="text-2xl">Pornește întâi verificarea în doi pași.</h1>
      <p className="mt-3 mb-6">
        Pe acest server, administratorii intră aici numai cu ea: după parolă se cere și un cod de pe telefon.
        O pornești din setări, în câteva minute.
      </p>
      <Link to="/settings#security" className={buttonClass()}>
        Mergi la „Securitate”
      </Link>
    </div>
  );
}

/** True for a read that the server refuses for want of a second factor. */
function needsFactor({ state: { error } }: Query): boolean {
  return error instanceof ApiError && error.code === 'auth/second-factor-needed';
}

/** Tells a signed-in person without admin rights why, and goes to /dashboard after 3 s. */
function AdminRefused() {
  usePageTitle('Acces interzis');
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate('/dashboard', { replace: true }), REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Bare>
      <div className="flex max-w-lg flex-col items-center gap-5 text-center">
        <div role="alert">
          <h1 className="text-2xl leading-snug">{errorSentence('auth/admin-required')}</h1>
        </div>
        <p className="text-ink-soft">Te ducem la panou în câteva secunde.</p>
        <Link to="/dashboard" replace className={buttonClass({ look: 'quiet' })}>
          Mergi acum
        </Link>
      </div>
    </Bare>
  );
}
