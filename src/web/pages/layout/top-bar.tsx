import { Link, useLocation } from 'react-router';
import { AccountMenu } from '#web/pages/layout/account-menu.tsx';
import { NAV_ITEMS, useWay } from '#web/pages/layout/nav-items.ts';
import { useUser } from '#web/session/use-user.ts';
import { CreditPill } from '#web/shared/credits/credit-pill.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { Logo } from '#web/ui/pictures/logo.tsx';

export function TopBar() {
  const user = useUser();
  const location = useLocation();
  const wayTo = useWay();
  return (
    <header className="top-bar @container">
      <div className="mx-auto flex h-full max-w-[82rem] items-center gap-3 px-4 @max-[16rem]:gap-1.5 @max-[16rem]:px-2 sm:px-5 md:px-8">
        <Link
          to={user ? '/dashboard' : '/login'}
          aria-label="Fotolot, pagina de început"
          className="top-bar-home rounded-lg @max-[16rem]:w-[min(2rem,14vw)] @max-[16rem]:overflow-hidden"
        >
          <Logo />
        </Link>
        {user && (
          <nav
            aria-label="Pagini"
            className="ml-2 hidden gap-1 sm:flex md:ml-6 @max-[30rem]:min-w-0 @max-[30rem]:overflow-x-auto"
          >
            {NAV_ITEMS.map((item) => (
              <Link
                key={item.to}
                to={wayTo(item)}
                className="chip"
                aria-current={item.isHere(location) ? 'page' : undefined}
              >
                {item.label}
              </Link>
            ))}
          </nav>
        )}
        <div className="ml-auto flex items-center gap-2.5 @max-[16rem]:gap-1">
          {user ? (
            <>
              <CreditPill />
              <span className="top-bar-account contents">
                <AccountMenu user={user} />
              </span>
            </>
          ) : (
            <Link to="/login" className={buttonClass({ small: true })}>
              Intră în cont
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}
