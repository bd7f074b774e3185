import { Link, useNavigate, useSearchParams } from 'react-router';
import { REGISTRATION_GIFT } from '#domain/credits/grants.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import type { AuthMode } from '#web/features/auth/auth-errors.ts';
import { AuthForm } from '#web/features/auth/auth-form.tsx';
import { Hero } from '#web/features/auth/hero.tsx';
import { afterSignIn } from '#web/guard.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const GIFT = `${count(REGISTRATION_GIFT, NOUNS.credit)} gratuite, fără card`;
const HEADINGS: Record<AuthMode, { title: string; lead: string }> = {
  login: { title: 'Bine ai revenit.', lead: 'Pozele tale te așteaptă acolo unde le-ai lăsat.' },
  register: { title: 'Din telefon, gata de publicat.', lead: `Începi cu ${GIFT}.` },
};

export function LoginPage() {
  return <AuthPage mode="login" />;
}

export function RegisterPage() {
  return <AuthPage mode="register" />;
}

/** One page for both; the path chooses the tab and keeps the way back in its query. */
function AuthPage({ mode }: { mode: AuthMode }) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const search = query.size > 0 ? `?${query}` : '';
  const { title, lead } = HEADINGS[mode];
  usePageTitle(mode === 'login' ? 'Intră în cont' : 'Creează cont');
  const form = (
    <AuthForm
      key={mode}
      mode={mode}
      onDone={() => navigate(afterSignIn(query.get('redirect')), { replace: true })}
    />
  );
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(26rem,2fr)_3fr]">
      <div className="flex flex-col px-5 py-6 sm:px-10 lg:px-14">
        <Link to="/" aria-label="Fotolot, pagina de început" className="self-start rounded-lg">
          <Logo />
        </Link>
        <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <h1 className="text-4xl">{title}</h1>
          <p className="mt-3 text-ink-soft">{lead}</p>
          <p className="mt-3 mb-6 font-medium">Poze gata de publicat pe OLX, Autovit și eMAG, din telefon.</p>
          <Tabs
            label="Cont"
            value={mode}
            onChange={(next) => navigate(`/${next}${search}`)}
            tabs={[
              { value: 'login', label: 'Am cont', panel: form },
              { value: 'register', label: 'Sunt nou', panel: form },
            ]}
          />
          {mode === 'login' && (
            <p className="mt-6 text-ink-soft">
              Nu ai cont?{' '}
              <Link to={`/register${search}`} className="link text-ink">
                Fă-ți unul: {GIFT}
              </Link>
            </p>
          )}
        </div>
        <p className="text-sm text-ink-soft">
          <Link to="/pricing" className="link inline-flex min-h-8 items-center font-medium">
            Cât costă
          </Link>
        </p>
      </div>
      <div className="h-80 overflow-hidden bg-film sm:h-[28rem] lg:sticky lg:top-3 lg:my-3 lg:mr-3 lg:h-[calc(100dvh-1.5rem)] lg:rounded-3xl">
        <Hero />
      </div>
    </main>
  );
}
