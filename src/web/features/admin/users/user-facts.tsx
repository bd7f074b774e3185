import { resendVerification } from '#contract/admin/admin-support.ts';
import type { UserFile } from '#contract/admin/admin-users.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatMoment } from '#domain/language/time.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { readTrial, trialDaysLeft } from '#domain/plans/trial.ts';
import { call } from '#web/api/call.ts';
import { Fact, Facts } from '#web/features/admin/shared/fact.tsx';
import { ResendButton } from '#web/features/admin/shared/resend-button.tsx';
import { CreditText } from '#web/text/credit-text.tsx';
import { planWords } from '#web/text/plan-words.ts';

const yesOrNo = (value: boolean) => (value ? 'da' : 'nu');
const formatMomentOrDash = (at: Date | string | null) => (at === null ? '–' : formatMoment(new Date(at)));

/** The account as the product reads it, and its fields as they are stored. */
export function UserFacts({ file }: { file: UserFile }) {
  const { user, stored, importedUid } = file;
  const now = new Date();
  const plan = planWords(user, now);
  const subscription = readSubscription(user);
  const trial = readTrial(user);
  return (
    <>
      <Facts title="Cum se citește">
        <Fact name="Id">{user.uid}</Fact>
        {importedUid !== null && <Fact name="Id de dinainte">{importedUid}</Fact>}
        <Fact name="Nume">{user.displayName ?? '–'}</Fact>
        <Fact name="Rol">{user.role}</Fact>
        <Fact name="Adresă verificată">
          {yesOrNo(user.emailVerified)}
          {!user.emailVerified && (
            <span className="ml-3">
              <ResendButton
                words="Trimite din nou emailul de confirmare"
                said={`Emailul de confirmare pleacă spre ${user.email}.`}
                send={() => call(resendVerification, { params: { userId: user.uid } })}
              />
            </span>
          )}
        </Fact>
        <Fact name="Are parolă">{yesOrNo(user.hasPassword)}</Fact>
        <Fact name="Plan în vigoare">{[plan.label, ...plan.notes].join(' · ')}</Fact>
        <Fact name="Plan activ">{yesOrNo(isActive(subscription, now))}</Fact>
        <Fact name="Expiră">{formatMomentOrDash(subscription.expiresAt)}</Fact>
        <Fact name="Probă folosită">{yesOrNo(trial.used)}</Fact>
        <Fact name="Zile de probă">{trialDaysLeft(trial, now)}</Fact>
        <Fact name="Credite">
          <CreditText>{creditsLabel(user.credits.totalCredits)}</CreditText>
        </Fact>
        <Fact name="Loturi și fotografii">
          {formatCount(file.lots, NOUNS.batch)}, {formatCount(file.photos, NOUNS.photo)},{' '}
          {formatBytes(file.storedBytes)}
        </Fact>
        <Fact name="Cont creat">{formatMomentOrDash(user.createdAt)}</Fact>
        <Fact name="Ultima intrare">{formatMomentOrDash(user.lastLoginAt)}</Fact>
      </Facts>
      <Facts title="Cum este scris">
        {listStoredFields(stored).map(([name, value]) => (
          <Fact key={name} name={<code>{name}</code>}>
            <code>{value}</code>
          </Fact>
        ))}
      </Facts>
    </>
  );
}

/** Returns `subscription.expiresAt` and the like, one line each; an empty map is null. */
function listStoredFields(stored: Readonly<Record<string, unknown>>, path = ''): [string, string][] {
  return Object.entries(stored).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? listStoredFields(value as Record<string, unknown>, `${path}${name}.`)
      : [[path + name, value === null ? 'null' : String(value)] as [string, string]],
  );
}
