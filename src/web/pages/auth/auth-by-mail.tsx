import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { RESET_LINK_LIFE } from '#domain/users/mail-link.ts';
import { EmailLink } from '#web/features/auth/email-link.tsx';
import { ForgotPassword } from '#web/features/auth/forgot-password.tsx';
import { RefusalNote } from '#web/features/auth/notes.tsx';
import { ResetPassword } from '#web/features/auth/reset-password.tsx';
import { VerifyEmail } from '#web/features/auth/verify-email.tsx';
import { AuthHeading } from '#web/pages/auth/auth-heading.tsx';
import { clearMailLink, mailLinkToken } from '#web/session/mail-link.ts';
import { useUser } from '#web/session/use-user.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';

/** Pages that involve a mail: asking for a new password, choosing it, confirming an address. Loaded on demand. */
export function AuthByMail({ mode }: { mode: string }) {
  if (mode === 'verifyEmail') return <Verification />;
  if (mode === 'changeEmail' || mode === 'undoEmail') return <OtherEmail undo={mode === 'undoEmail'} />;
  return mode === 'resetPassword' ? <NewPassword /> : <Forgotten />;
}

function Forgotten() {
  const written: unknown = useLocation().state?.email;
  return (
    <>
      <AuthHeading
        page="Parolă uitată"
        title="Ai uitat parola?"
        lead="Scrie adresa contului și îți trimitem un link pentru una nouă."
      />
      <ForgotPassword {...(typeof written === 'string' && { written })} />
      <BackToLogin />
    </>
  );
}

function NewPassword() {
  const navigate = useNavigate();
  const [token, setToken] = useState(mailLinkToken);
  const drop = () => {
    clearMailLink();
    setToken(null);
  };
  if (token === null)
    return (
      <>
        <AuthHeading
          page="Parolă nouă"
          title="Cere alt link."
          lead={`Un link merge o singură dată, timp de ${RESET_LINK_LIFE}. Scrie adresa contului și îți trimitem altul.`}
        />
        <div className="mb-4">
          <RefusalNote text={errorSentence('auth/link-invalid')} />
        </div>
        <ForgotPassword />
        <BackToLogin />
      </>
    );
  return (
    <>
      <AuthHeading
        page="Parolă nouă"
        title="Alege o parolă nouă."
        lead="După schimbare ieși din cont pe toate dispozitivele și intri cu ea."
      />
      <ResetPassword
        token={token}
        onDeadLink={drop}
        onDone={() => {
          clearMailLink();
          navigate('/login', { replace: true, state: { passwordChanged: true } });
        }}
      />
    </>
  );
}

function Verification() {
  const user = useUser();
  const [token] = useState(mailLinkToken);
  return (
    <>
      <AuthHeading
        page="Confirmarea adresei"
        title="Adresa ta de email"
        lead="Pe ea primești linkurile pentru o parolă nouă și veștile despre loturi."
      />
      <div className="flex flex-col gap-4">
        <VerifyEmail
          token={token}
          user={user}
          onSpent={clearMailLink}
          onward={
            <Link
              to={user ? '/dashboard' : '/login'}
              replace
              className={buttonClass({ look: 'quiet', wide: true })}
            >
              {user ? 'Mergi la panou' : 'Intră în cont'}
            </Link>
          }
        />
      </div>
    </>
  );
}

function OtherEmail({ undo }: { undo: boolean }) {
  const user = useUser();
  const [token] = useState(mailLinkToken);
  return (
    <>
      <AuthHeading
        page={undo ? 'Adresa de dinainte' : 'Noua adresă'}
        title={undo ? 'Nu ai fost tu?' : 'Noua ta adresă'}
        lead={
          undo
            ? 'Punem la loc adresa pe care ai primit emailul și scoatem pe toată lumea din cont.'
            : 'După ce o confirmi, intri în cont cu ea și pe ea primești veștile.'
        }
      />
      <div className="flex flex-col gap-4">
        <EmailLink undo={undo} token={token} onSpent={clearMailLink} />
        <Link
          to={user ? '/settings#account' : '/login'}
          replace
          className={buttonClass({ look: 'quiet', wide: true })}
        >
          {user ? 'Mergi la setări' : 'Intră în cont'}
        </Link>
      </div>
    </>
  );
}

function BackToLogin() {
  const [query] = useSearchParams();
  const back = new URLSearchParams(query);
  back.delete('mode');
  return (
    <Link
      to={back.size > 0 ? `/login?${back}` : '/login'}
      className="link mt-6 inline-flex min-h-8 items-center self-start"
    >
      Înapoi la intrarea în cont
    </Link>
  );
}
