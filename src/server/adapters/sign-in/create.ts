import type { Log } from '#server/app.ts';
import type { SignIn } from './port.ts';

export interface SignInOptions {
  /** An issuer's address, `stand-in` or `off`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly log: Log;
}

/** Null when Google sign-in is off. */
export async function createSignIn(options: SignInOptions): Promise<SignIn | null> {
  if (options.issuer === 'off') return null;
  return null;
}
