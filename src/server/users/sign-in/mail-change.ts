import type { App, Tx } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';

interface SignInChange {
  readonly userId: string;
  readonly address: string;
  /** `what`: one of the changes that `signInChangedMail` has words for. */
  readonly data: { readonly what: string; readonly byLink?: boolean };
}

/** Mails the owner that a way into the account changed, also if they changed it. */
export async function mailSignInChange(tx: Tx, app: App, change: SignInChange): Promise<void> {
  await queueMail(tx, app, { kind: 'sign-in-changed', ref: app.newId('sic'), ...change });
}
