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

/** Google, or any OpenID provider that is named in its place. */
export interface SignIn {
  /** Returns the address to send the browser to. */
  startUrl(attempt: SignInAttempt): Promise<URL>;
  /** Trades the code in the callback's query for an identity. Throws when anything about it is wrong. */
  finish(query: URLSearchParams, attempt: SignInAttempt): Promise<ProviderIdentity>;
  /** Origins of its pictures, for the pages' policy. */
  pictureSources(): readonly string[];
  /** True for an address on a host the provider serves its pictures from. */
  isOwnPicture(url: string): boolean;
  /** The provider's picture, asked for at 256 px: allow-listed hosts, no redirects, at most 2 MB, 10 s. Throws otherwise. */
  fetchPicture(url: string): Promise<Uint8Array>;
  close(): Promise<void>;
}
