import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyJson } from '#contract/account/passkeys.ts';
import { findPasskeyHost } from '#domain/users/passkeys.ts';

const fetchLibrary = () => import('@simplewebauthn/browser');

/** False for a browser without passkeys, and for a page that may not use them. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Returns why no passkey can be made here; null where one can. */
export function describePasskeyObstacle(): string | null {
  if (findPasskeyHost(window.location.hostname) === null)
    return 'Cheile de acces merg numai pe un site cu nume. Acesta are doar o adresă din cifre: aici rămâne aplicația de coduri.';
  return knowsPasskeys() ? null : 'Browserul acesta nu poate folosi chei de acces.';
}

/** Lets the browser make a passkey. Throws a sentence where the person gave up or the device has one already. */
export async function makePasskey(options: PasskeyJson): Promise<PasskeyJson> {
  const { startRegistration } = await fetchLibrary();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new Error(
      error instanceof Error && error.name === 'InvalidStateError'
        ? 'Dispozitivul acesta are deja o cheie de acces a contului.'
        : 'Cheia de acces nu s-a făcut. Încearcă din nou.',
    );
  });
  return { ...made };
}

/** Lets a passkey sign what the server asks for. Throws a sentence where the person gave up. */
export async function showPasskey(options: PasskeyJson): Promise<PasskeyJson> {
  const { startAuthentication } = await fetchLibrary();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const shown = await startAuthentication({ optionsJSON }).catch(() => {
    throw new Error('Cheia de acces nu a fost folosită. Încearcă din nou.');
  });
  return { ...shown };
}
