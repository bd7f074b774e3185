/** A person's identity at the provider, as its signed token says. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Normalised; null when the provider gave none that is an address. */
  readonly email: string | null;
  /** The provider itself runs the mailbox (gmail.com, or a Workspace domain), so its word about the address counts. */
  readonly isAuthoritative: boolean;
  readonly name: string | null;
  readonly pictureUrl: string | null;
}

export interface SignInAttempt {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier. */
  readonly verifier: string;
}

/** Google, or any OpenID provider named in its place. */
export interface SignIn {
  /** Returns the address to send the browser to. Throws when the provider can't be reached. */
  startUrl(attempt: SignInAttempt): Promise<URL>;
  /** Trades the code in the callback's query for an identity. Throws when anything about it is wrong. */
  finish(query: URLSearchParams, attempt: SignInAttempt): Promise<ProviderIdentity>;
  /** Origins of its pictures, for the pages' policy. */
  pictureSources(): readonly string[];
  /** True for an address on a host from which the provider serves pictures. */
  isOwnPicture(url: string): boolean;
  /** Fetches the provider's picture at 256 px: allow-listed hosts, no redirects, at most 2 MB, 10 s. Throws otherwise. */
  fetchPicture(url: string): Promise<Uint8Array>;
  close(): Promise<void>;
}
