import { Link, useNavigate, useSearchParams } from 'react-router';
import { afterSignIn } from '#domain/users/own-path.ts';
import { withQuery } from '#web/api/with-query.ts';
import { GooglePassword } from '#web/features/auth/google-password.tsx';
import { AuthHeading } from '#web/pages/auth/auth-heading.tsx';
import { codePath } from '#web/pages/auth/code-path.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';

/** The next step after Google when an account with its address exists already. Loaded on demand. */
export function AuthByGoogle({ asked }: { asked: 'password' | 'verify' }) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const to = (mode: string | null) => {
    const next = new URLSearchParams(query);
    next.delete('google');
    if (mode !== null) next.set('mode', mode);
    return withQuery('/login', next);
  };
  const forgot = (
    <Link to={to('forgotPassword')} className="link -my-2 inline-flex min-h-8 items-center self-start">
      {asked === 'password' ? 'Ai uitat parola?' : 'Cere o parolă nouă'}
    </Link>
  );
  if (asked === 'password')
    return (
      <>
        <AuthHeading
          page="Leagă contul de Google"
          title="Mai e un pas."
          lead="Există deja un cont cu adresa ta de la Google. Scrie parola lui o dată, iar de acum intri și cu Google."
        />
        <GooglePassword
          forgot={forgot}
          onDone={() => navigate(afterSignIn(query.get('redirect')), { replace: true })}
          onCode={() => navigate(codePath(query.get('redirect')), { replace: true })}
        />
        <Link to={to(null)} className="link mt-6 inline-flex min-h-8 items-center self-start">
          Înapoi la intrarea în cont
        </Link>
      </>
    );
  return (
    <>
      <AuthHeading
        page="Confirmă adresa"
        title="Confirmă adresa."
        lead="Există deja un cont cu adresa ta de la Google, dar nimeni nu a confirmat-o. Ți-am trimis un link pe email: deschide-l, apoi intră din nou."
      />
      <p className="mb-6 text-ink-soft">
        Nu tu ai făcut contul? Nu deschide linkul. Parola nouă vine tot pe adresa ta și scoate din cont pe
        oricine altcineva.
      </p>
      <div className="mb-6 flex flex-col">{forgot}</div>
      <Link to={to(null)} replace className={buttonClass({ look: 'quiet', wide: true })}>
        Înapoi la intrarea în cont
      </Link>
    </>
  );
}
