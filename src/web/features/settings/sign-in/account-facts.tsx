import type { UserDocument } from '#contract/users.ts';
import { formatDay } from '#domain/language/time.ts';
import { SettingRow } from '#web/features/settings/setting-row.tsx';
import { EmailFact } from '#web/features/settings/sign-in/email-setting.tsx';
import { GoogleFact } from '#web/features/settings/sign-in/google-setting.tsx';
import { PasswordFact } from '#web/features/settings/sign-in/password-setting.tsx';
import { useOwnGoogleReturn } from '#web/session/google/own-google.ts';

/** Lists the ways into the account, each with its actions. */
export function AccountFacts({ user }: { user: UserDocument }) {
  useOwnGoogleReturn();
  return (
    <dl>
      <SettingRow name="Email">
        <EmailFact user={user} />
      </SettingRow>
      <SettingRow name="Parolă">
        <PasswordFact user={user} />
      </SettingRow>
      <SettingRow name="Google">
        <GoogleFact user={user} />
      </SettingRow>
      <SettingRow name="Cont creat">{formatDay(new Date(user.createdAt))}</SettingRow>
    </dl>
  );
}
