import clsx from 'clsx';
import { lazy, Suspense } from 'react';
import { Link, useLocation, useMatch, useNavigate, useSearchParams } from 'react-router';
import { SIGNUP_BONUS } from '#domain/credits/grants.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { afterSignIn } from '#domain/users/own-path.ts';
import { useStore } from '#web/api/store.ts';
import { withQuery } from '#web/api/with-query.ts';
import type { AuthMode } from '#web/features/auth/auth-errors.ts';
import { AuthForm } from '#web/features/auth/auth-form.tsx';
import { GoogleButton } from '#web/features/auth/google-button.tsx';
import { Hero } from '#web/features/auth/hero.tsx';
import { News } from '#web/features/auth/notes.tsx';
import { useGoogleReturn } from '#web/features/auth/use-google.ts';
import { AuthHeading } from '#web/pages/auth/auth-heading.tsx';
import { codePath } from '#web/pages/auth/code-path.ts';
import { FirstPromise, FirstSteps, PROMISE } from '#web/pages/auth/first-visit.tsx';
import { ended } from '#web/session/ended.ts';
import { suspended } from '#web/session/suspended.ts';
import { hasSignedInBefore } from '#web/shared/browser-storage/earlier-sign-in.ts';
import { chosenItem } from '#web/text/choice-path.ts';
import { PRIVACY, TERMS } from '#web/text/legal-links.ts';
import { Tabs } from '#web/ui/fields/tabs.tsx';
import { Logo } from '#web/ui/pictures/logo.tsx';

const AuthByMail = lazy(async () => ({
  default: (await import('#web/pages/auth/auth-by-mail.tsx')).AuthByMail,
}));

const Footer = lazy(async () => ({ default: (await import('#web/pages/layout/footer.tsx')).Footer }));

const AuthChoice = lazy(async () => ({
  default: (await import('#web/pages/auth/auth-choice.tsx')).AuthChoice,
}));

const AuthByGoogle = lazy(async () => ({
  default: (await import('#web/pages/auth/auth-by-google.tsx')).AuthByGoogle,
}));

const AuthByCode = lazy(async () => ({
  default: (await import('#web/pages/auth/auth-by-code.tsx')).AuthByCode,
}));
const BONUS_LINE = `${formatCount(SIGNUP_BONUS, NOUNS.credit)} gratuite, fără card`;

/** /login and /register; with `mode` in the query the pages for mailed links and a forgotten password. */
export function AuthPage() {
  const registering = useMatch('/register') !== null;
  const [query] = useSearchParams();
  const mode = query.get('mode');
  const byMail = !registering && mode !== null;
  const google = query.get('google');
  const asked = google === 'password' || google === 'verify' ? google : null;
  const byCode = query.get('step') === 'code';
  const isFirst = useIsFirstVisit() && !registering && !byMail && !byCode && asked === null;
  const logo = (
    <Link to="/" aria-label="Fotolot, pagina de început" className="self-start rounded-lg">
      <Logo />
    </Link>
  );
  return (
    <main
      className={clsx(
        'grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(26rem,2fr)_3fr]',
        isFirst ? 'lg:grid-rows-[auto_1fr_auto]' : 'lg:grid-rows-[1fr_auto]',
      )}
    >
      {isFirst && (
        <div className={`${COLUMN} gap-4 pt-5 pb-4 lg:gap-8 lg:pt-6 lg:pb-0`}>
          {logo}
          <FirstPromise />
        </div>
      )}
      {isFirst && <Scene first />}
      <div className={`${COLUMN} py-6`}>
        {!isFirst && logo}
        <div className={clsx('flex flex-1 flex-col', isFirst ? 'lg:py-2' : 'justify-center py-10')}>
          {byCode && !byMail ? (
            <Suspense>
              <AuthByCode />
            </Suspense>
          ) : asked !== null && !byMail ? (
            <Suspense>
              <AuthByGoogle asked={asked} />
            </Suspense>
          ) : byMail ? (
            <Suspense>
              <AuthByMail key={mode} mode={mode} />
            </Suspense>
          ) : (
            <AuthTabs mode={registering ? 'register' : 'login'} isFirst={isFirst} />
          )}
        </div>
        <p className="text-sm text-ink-soft">
          <Link to="/pricing" className="link inline-flex min-h-8 items-center font-medium">
            Cât costă
          </Link>
        </p>
      </div>
      {!isFirst && <Scene />}
      <div className="mx-auto w-full max-w-[26.5rem] sm:-mt-4 sm:max-w-[30.5rem] lg:max-w-[29.5rem]">
        <Suspense>
          <Footer />
        </Suspense>
      </div>
    </main>
  );
}

const COLUMN = 'mx-auto flex w-full max-w-[26.5rem] flex-col px-5';

/** The picture. `first`: before the way in. On a phone it is as low as it can be without losing a part of the goods. */
function Scene({ first = false }: { first?: boolean }) {
  return (
    <div
      className={clsx(
        'mx-auto aspect-4/3 w-full max-w-lg overflow-hidden bg-film sm:rounded-3xl lg:sticky lg:top-3 lg:mx-0 lg:my-3 lg:aspect-auto lg:h-[calc(100dvh-1.5rem)] lg:w-auto lg:max-w-none lg:mr-3',
        first ? 'lg:col-start-2 lg:row-span-3 lg:row-start-1' : 'lg:row-span-2',
      )}
    >
      <Hero />
    </div>
  );
}

/** True when this browser was never signed in, and no session has just ended here. */
function useIsFirstVisit(): boolean {
  const { passwordChanged, accountDeleted } = useLocation().state ?? {};
  const isOver = [useStore(suspended), useStore(ended), passwordChanged, accountDeleted].some(Boolean);
  return !hasSignedInBefore() && !isOver;
}

/** The tabs; the path chooses one and keeps the way back in its query. */
function AuthTabs({ mode, isFirst }: { mode: AuthMode; isFirst: boolean }) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { passwordChanged, accountDeleted } = useLocation().state ?? {};
  const search = withQuery('', query);
  const signingIn = mode === 'login';
  const isSuspended = useStore(suspended);
  const isEnded = useStore(ended) && signingIn && !isSuspended;
  const redirect = query.get('redirect');
  const isTrying = redirect?.startsWith('/test-image') === true;
  const onDone = () => navigate(afterSignIn(redirect), { replace: true });
  const form = (
    <>
      <GoogleButton
        redirect={redirect}
        onDone={onDone}
        onAsked={(google) =>
          navigate(
            google === 'code'
              ? codePath(redirect)
              : `/login?${new URLSearchParams({ google, ...(redirect && { redirect }) })}`,
          )
        }
      />
      <AuthForm
        key={mode}
        mode={mode}
        onDone={onDone}
        onCode={() => navigate(codePath(redirect))}
        {...(signingIn && { forgot: (email) => <ForgotLink query={query} email={email} /> })}
      />
    </>
  );
  useGoogleReturn();
  return (
    <>
      {isFirst && <FirstSteps toRegister={`/register${search}`} bonus={BONUS_LINE} />}
      {isSuspended ? (
        <div role="alert">
          <AuthHeading
            page="Cont suspendat"
            title={errorSentence('auth/suspended')}
            lead="Motivul e în emailul pe care ți l-am trimis. Dacă e o greșeală, răspunde-i sau scrie-ne de la „Ajutor și contact”."
          />
        </div>
      ) : signingIn ? (
        <AuthHeading
          page="Intră în cont"
          small={isFirst}
          title={isTrying ? 'Probează o poză.' : 'Intră în cont.'}
          lead={
            isTrying
              ? 'E gratuit. Intră în cont sau, la „Sunt nou”, fă-ți unul.'
              : getLeadText(accountDeleted)
          }
        />
      ) : (
        <AuthHeading
          page="Creează cont"
          title="Din telefon, gata de publicat."
          lead={`Începi cu ${BONUS_LINE}.`}
        />
      )}
      {!isSuspended && !isFirst && <p className="-mt-3 mb-6 font-medium">{PROMISE}</p>}
      {chosenItem(redirect) !== null && (
        <Suspense>
          <AuthChoice registering={!signingIn} />
        </Suspense>
      )}
      {(passwordChanged === true || accountDeleted === true || isEnded) && (
        <div className="mb-6">
          <News>
            {accountDeleted
              ? 'Contul tău e șters. Îți mulțumim că ai încercat.'
              : passwordChanged
                ? 'Parola a fost schimbată. Intră în cont cu cea nouă.'
                : 'De pe acest dispozitiv s-a ieșit din cont: sesiunea a expirat sau a fost încheiată din altă parte.'}
          </News>
        </div>
      )}
      <Tabs
        label="Cont"
        value={mode}
        onChange={(next) => navigate(`/${next}${search}`)}
        tabs={[
          { value: 'login', label: 'Am cont', panel: form },
          { value: 'register', label: 'Sunt nou', panel: form },
        ]}
      />
      {!signingIn && (
        <p className="mt-6 text-sm text-ink-soft">
          Cu un cont ești de acord cu{' '}
          <a href={TERMS} target="_blank" rel="noopener" className="link">
            Termenii și condițiile
          </a>
          . Ce facem cu datele tale:{' '}
          <a href={PRIVACY} target="_blank" rel="noopener" className="link">
            Confidențialitate
          </a>
          .
        </p>
      )}
      {signingIn && (
        <p className="mt-6 text-ink-soft">
          Nu ai cont?{' '}
          <Link to={`/register${search}`} className="link text-ink">
            Fă-ți unul: {BONUS_LINE}
          </Link>
        </p>
      )}
    </>
  );
}

/** Returns the lead. The visitor is unknown here: it must fit first-time visitors as well. */
function getLeadText(isDeleted: unknown): string {
  return isDeleted === true
    ? 'Dacă te răzgândești, la „Sunt nou” îți faci oricând altul.'
    : 'Ai deja unul? Pozele tale te așteaptă acolo unde le-ai lăsat.';
}

function ForgotLink({ query, email }: { query: URLSearchParams; email: string }) {
  const forgot = new URLSearchParams(query);
  forgot.set('mode', 'forgotPassword');
  return (
    <Link
      to={`/login?${forgot}`}
      state={{ email }}
      className="link -my-2 inline-flex min-h-8 items-center self-start text-[0.9375rem]"
    >
      Ai uitat parola?
    </Link>
  );
}
