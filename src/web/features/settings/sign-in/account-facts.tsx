import type { UserDocument } from '#contract/users.ts';
import { formatDay } from '#domain/language/time.ts';
import { Fact } from '#web/features/settings/fact.tsx';
import { EmailFact } from '#web/features/settings/sign-in/email-fact.tsx';
import { GoogleFact } from '#web/features/settings/sign-in/google-fact.tsx';
import { PasswordFact } from '#web/features/settings/sign-in/password-fact.tsx';
import { useOwnGoogleReturn } from '#web/session/google/own-google.ts';

/** The ways into the account, each with what can be done about it. */
export function AccountFacts({ user }: { user: UserDocument }) {
  useOwnGoogleReturn();
  return (
    <dl>
      <Fact name="Email">
        <EmailFact user={user} />
      </Fact>
      <Fact name="Parolă">
        <PasswordFact user={user} />
      </Fact>
      <Fact name="Google">
        <GoogleFact user={user} />
      </Fact>
      <Fact name="Cont creat">{formatDay(new Date(user.createdAt))}</Fact>
    </dl>
  );
}
