import { AppError } from '#domain/errors.ts';
import type { App, Tx, Unit, User } from '#server/app.ts';
import {
  hashRecoveryCode,
  newRecoveryCode,
  RECOVERY_CODES,
} from '#server/users/second-factor/recovery-code.ts';
import {
  confirmTotp,
  deleteApp,
  deleteNeedlessCodes,
  deleteSecondFactor,
  findAppSince,
  findFactorSince,
  hasOlderProcess,
  replaceRecoveryCodes,
  storeBegunTotp,
} from '#server/users/second-factor/second-factor-store.ts';
import { countCode, forgetCodes, sealTotpKey, takeTotp } from '#server/users/second-factor/take-code.ts';
import { buildTotpUri, newTotpKey } from '#server/users/second-factor/totp.ts';
import { mailSignInChange } from '#server/users/sign-in/mail-change.ts';
import { endOtherSessions } from '#server/users/sign-in/session-store.ts';
import { lockUser, raiseUserRev } from '#server/users/user-store.ts';

/**
 * Makes the key of a new app; codes are asked for once it has shown one. Throws auth/second-factor-unverified for an account whose address
 * is not verified, auth/second-factor-exists, http/upgrading, auth/session-required.
 */
export async function beginTotp(app: App, user: User): Promise<{ key: string; uri: string }> {
  const key = newTotpKey();
  return app.change(async ({ tx }) => {
    const email = await lockReadyUser(tx, user.id);
    if ((await findAppSince(tx, user.id)) !== null) throw new AppError('auth/second-factor-exists');
    await storeBegunTotp(tx, user.id, { sealedKey: sealTotpKey(app, user.id, key), now: app.now() });
    return { key, uri: buildTotpUri(key, email) };
  });
}

/**
 * Locks an account that is to get a second factor and returns its address. Throws auth/second-factor-unverified for one that is not
 * verified, http/upgrading, auth/session-required.
 */
export async function lockReadyUser(tx: Tx, userId: string): Promise<string> {
  const row = await lockUser(tx, userId);
  if (!row) throw new AppError('auth/session-required');
  // A stranger's second factor must not shut out the owner of the mailbox.
  if (row.email_verified_at === null) throw new AppError('auth/second-factor-unverified');
  await refuseWhileUpgrading(tx);
  return row.email;
}

/** Throws http/upgrading while a process lives that would not ask for codes. */
export async function refuseWhileUpgrading(tx: Tx): Promise<void> {
  if (await hasOlderProcess(tx)) throw new AppError('http/upgrading');
}

/**
 * Asks for codes from now on, after the first right one: all other sessions end, the owner is told. Returns new recovery codes, none for an
 * account with a passkey, which has some. Throws auth/wrong-code, auth/second-factor-exists, http/upgrading, auth/session-required,
 * auth/too-many-requests.
 */
export async function confirmSecondFactor(app: App, user: User, code: string): Promise<string[]> {
  await countCode(app, user.id);
  const codes = await changeFactor(app, user, async (tx) => {
    if ((await findAppSince(tx, user.id)) !== null) throw new AppError('auth/second-factor-exists');
    await refuseWhileUpgrading(tx);
    if (!(await takeTotp(tx, app, { userId: user.id, code }))) throw new AppError('auth/wrong-code');
    const result = await makeFirstCodes(tx, app, user.id);
    await confirmTotp(tx, user.id, app.now());
    return { what: 'second-factor-added', result };
  });
  await forgetCodes(app, user.id);
  return codes;
}

/** Makes new recovery codes; the ones before count no more. Throws auth/second-factor-missing, auth/session-required. */
export async function remakeRecoveryCodes(app: App, user: User): Promise<string[]> {
  return changeFactor(app, user, async (tx) => {
    if ((await findFactorSince(tx, user.id)) === null) throw new AppError('auth/second-factor-missing');
    return { what: 'recovery-codes-made', result: await makeCodes(tx, app, user.id) };
  });
}

/** Removes the app; recovery codes go with the last factor. Throws auth/second-factor-missing, auth/session-required. */
export async function removeApp(app: App, user: User): Promise<void> {
  await changeFactor(app, user, async (tx) => {
    if (!(await deleteApp(tx, user.id))) throw new AppError('auth/second-factor-missing');
    await deleteNeedlessCodes(tx, user.id);
    return { what: 'app-removed', result: null };
  });
}

/** Removes app, passkeys and recovery codes. Throws auth/second-factor-missing, auth/session-required. */
export async function removeSecondFactor(app: App, user: User): Promise<void> {
  await changeFactor(app, user, async (tx) => {
    if (!(await deleteSecondFactor(tx, user.id))) throw new AppError('auth/second-factor-missing');
    return { what: 'second-factor-removed', result: null };
  });
}

/** Changes what the owner signs in with: locks the account, ends its other sessions and mails its owner. */
export async function changeFactor<T>(
  app: App,
  user: User,
  change: (tx: Tx) => Promise<{ what: string; result: T }>,
): Promise<T> {
  return app.change(async (unit: Unit) => {
    const { tx } = unit;
    const row = await lockUser(tx, user.id);
    if (!row) throw new AppError('auth/session-required');
    const { what, result } = await change(tx);
    await raiseUserRev(unit, user.id);
    await endOtherSessions(unit, app, { userId: user.id, keptId: user.sessionId });
    await mailSignInChange(tx, app, { userId: user.id, address: row.email, data: { what } });
    return result;
  });
}

/** Makes the recovery codes that come with the first factor; none where there is one already. Comes before the factor is stored. */
export async function makeFirstCodes(tx: Tx, app: App, userId: string): Promise<string[]> {
  return (await findFactorSince(tx, userId)) === null ? makeCodes(tx, app, userId) : [];
}

async function makeCodes(tx: Tx, app: App, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = codes.map((code) => hashRecoveryCode(app, userId, code));
  await replaceRecoveryCodes(tx, userId, { hashes, now: app.now() });
  return codes;
}
