import type { OfferedKeySite, OfferedPasswordSite } from '#contract/adverts/connections.ts';
import { KeyForm } from '#web/shared/adverts/key-form.tsx';
import { PasswordForm } from '#web/shared/adverts/password-form.tsx';

/** A site whose accounts are linked on our own page. */
export type OfferedFormSite = OfferedKeySite | OfferedPasswordSite;

interface AccountFormProps {
  readonly offered: OfferedFormSite;
  /** Name of an account that is linked again; empty: another one. */
  readonly known: string;
  readonly onLinked: () => void;
  readonly onCancel: () => void;
}

/** Links an account by what its site asks for. */
export function AccountForm({ offered, known, ...done }: AccountFormProps) {
  return offered.connectsBy === 'key' ? (
    <KeyForm offered={offered} address={known} {...done} />
  ) : (
    <PasswordForm offered={offered} email={known} {...done} />
  );
}
