import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { Bare } from '#web/pages/layout/bare.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';

const REFUSAL_MS = 3000;

/** A signed-in person without admin rights reads why for 3 s and goes to /dashboard. */
export function AdminRefused() {
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
