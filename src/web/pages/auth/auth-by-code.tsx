import { Link, useNavigate, useSearchParams } from 'react-router';
import { afterSignIn } from '#domain/users/own-path.ts';
import { withQuery } from '#web/api/with-query.ts';
import { SecondStep } from '#web/features/auth/second-step.tsx';
import { AuthHeading } from '#web/pages/auth/auth-heading.tsx';

/** The second step of signing in, after the password or Google. Loaded on demand. */
export function AuthByCode() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const back = new URLSearchParams(query);
  back.delete('step');
  return (
    <>
      <AuthHeading
        page="Verificare în doi pași"
        title="Încă un pas."
        lead="Contul tău cere și al doilea pas al verificării. Ai zece minute."
      />
      <SecondStep onDone={() => navigate(afterSignIn(query.get('redirect')), { replace: true })} />
      <Link to={withQuery('/login', back)} className="link mt-6 inline-flex min-h-8 items-center self-start">
        Înapoi la intrarea în cont
      </Link>
    </>
  );
}
