import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey, PasskeyJson } from '#contract/account/passkeys.ts';
import { AppError } from '#domain/errors.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { MOST_PASSKEYS } from '#domain/users/passkeys.ts';
import type { App, Tx, User } from '#server/app.ts';
import {
  changeFactor,
  lockReadyUser,
  makeFirstCodes,
} from '#server/users/second-factor/change-second-factor.ts';
import { deletePasskey, insertPasskey, listPasskeys } from '#server/users/second-factor/passkey-store.ts';
import { deleteNeedlessCodes } from '#server/users/second-factor/second-factor-store.ts';
import {
  buildAsked,
  challengeTaker,
  describeCredential,
  fetchLibrary,
  makeChallenge,
  refuseSigned,
  requirePasskeyHost,
} from '#server/users/second-factor/take-passkey.ts';

/** Ways to an authenticator that WebAuthn knows. Browsers name them unsigned, so other words are left out. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** EdDSA, ES256 and RS256, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257];

/** Returns an account's passkeys as their owner sees them, oldest first. */
export async function readPasskeys(app: App, userId: string): Promise<Passkey[]> {
  return (await listPasskeys(app.db, userId)).map((row) => ({
    id: row.id,
    name: row.name,
    madeAt: row.made_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? null,
    isBlocked: row.blocked_at !== null,
  }));
}

/**
 * Returns what the browser needs to make a passkey. Throws auth/passkeys-off, auth/too-many-passkeys, auth/second-factor-unverified,
 * http/upgrading, auth/session-required, auth/too-many-requests.
 */
export async function beginPasskey(app: App, user: User, origin: string): Promise<PasskeyJson> {
  const rpID = requirePasskeyHost(origin);
  const { email, known } = await app.change(({ tx }) => lockRoom(tx, user.id));
  const { generateRegistrationOptions } = await fetchLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Fotolot',
    rpID,
    userName: email,
    userID: Buffer.from(user.id),
    challenge: await makeChallenge(app, buildAsked(user, 'add', origin)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(describeCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  return { ...options };
}

/** Locks an account that is to get one more passkey. Throws auth/too-many-passkeys and what lockReadyUser throws. */
async function lockRoom(tx: Tx, userId: string) {
  const email = await lockReadyUser(tx, userId);
  const known = await listPasskeys(tx, userId);
  if (known.length >= MOST_PASSKEYS) throw new AppError('auth/too-many-passkeys', { limit: MOST_PASSKEYS });
  return { email, known };
}

interface Made {
  readonly origin: string;
  readonly name: string;
  readonly response: PasskeyJson;
}

/**
 * Adds a passkey: all other sessions end, the owner is told. Returns new recovery codes, none where the account has some. Throws
 * auth/wrong-passkey, http/bad-request for a name of blanks, and what beginPasskey throws.
 */
export async function addPasskey(app: App, user: User, { origin, name, response }: Made): Promise<string[]> {
  const shownName = tidyLine(name);
  if (shownName === '') throw new AppError('http/bad-request', { fields: ['name'] });
  const credential = await checkMade(app, user, { origin, response });
  return changeFactor(app, user, async (tx) => {
    await lockRoom(tx, user.id);
    const result = await makeFirstCodes(tx, app, user.id);
    const isNew = await insertPasskey(tx, {
      id: app.newId('pky'),
      user_id: user.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: TRANSPORTS.filter(
        (each) => Array.isArray(credential.transports) && credential.transports.includes(each),
      ),
      name: shownName,
      made_at: app.now(),
    });
    if (!isNew) throw new AppError('auth/wrong-passkey');
    return { what: 'passkey-added', result };
  });
}

/** Returns the passkey that an authenticator has made for this session. Throws auth/wrong-passkey, auth/passkeys-off. */
async function checkMade(app: App, user: User, { origin, response }: Omit<Made, 'name'>) {
  const expectedRPID = requirePasskeyHost(origin);
  const { verifyRegistrationResponse } = await fetchLibrary();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challengeTaker(app, buildAsked(user, 'add', origin)),
    expectedOrigin: origin,
    expectedRPID,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch(refuseSigned);
  if (!verified) throw new AppError('auth/wrong-passkey');
  return registrationInfo.credential;
}

/** Removes a passkey; recovery codes go with the last factor. Throws http/not-found, auth/session-required. */
export async function removePasskey(app: App, user: User, id: string): Promise<void> {
  await changeFactor(app, user, async (tx) => {
    if (!(await deletePasskey(tx, user.id, id))) throw new AppError('http/not-found');
    await deleteNeedlessCodes(tx, user.id);
    return { what: 'passkey-removed', result: null };
  });
}
