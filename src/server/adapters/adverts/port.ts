/** A site on which a person has adverts. Only the pictures of adverts are ever changed. */

/** Access that a person gave; all of it is secret. */
export interface SiteGrant {
  readonly accessToken: string;
  readonly expiresAt: Date;
  /** Null: the one before it stays good. */
  readonly refreshToken: string | null;
  readonly scope: string;
}

/** Words of a site for the state of an advert, as far as they are known; another word stays as it came. */
export type AdvertState = 'shown' | 'waiting' | 'stopped' | 'ended' | 'unknown';

export interface SiteAdvert {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly state: AdvertState;
  /** The site's own word. */
  readonly rawState: string;
  /** In order, the cover first. */
  readonly pictures: readonly string[];
  readonly price: { readonly value: number; readonly currency: string } | null;
  readonly categoryId: string;
  /** The same advert on a site that gives this one its pictures; null: none is known. */
  readonly isExported: boolean;
  /** Everything that a change must send again, as it was read. */
  readonly raw: unknown;
}

export type SiteFailureKind =
  /** The person must connect the account again. */
  | 'reconnect'
  /** The access token is no longer taken: it is renewed once. */
  | 'token'
  /** The operator's registration is refused: no person can do anything. */
  | 'operator'
  | 'gone'
  /** The advert is another account's. */
  | 'foreign'
  /** Texts or other fields of the advert are refused, and nothing was changed. */
  | 'refused'
  /** The pictures are refused, and nothing was changed. */
  | 'pictures'
  | 'busy'
  /** No answer, and nothing can have been changed. */
  | 'away'
  /** A change may have been made: only reading the advert tells. */
  | 'unknown'
  /** The site does not understand us. */
  | 'unexpected';

interface FailureFacts {
  /** The site's own sentence, for the screen where a field is named; never a token. */
  readonly detail?: string;
  readonly fields?: readonly { readonly field: string; readonly detail: string }[];
  readonly waitSeconds?: number | null;
  readonly status?: number;
}

export class SiteFailure extends Error {
  readonly kind: SiteFailureKind;
  readonly facts: FailureFacts;

  constructor(kind: SiteFailureKind, facts: FailureFacts = {}) {
    super(`${kind}: ${facts.detail ?? facts.status ?? 'no answer'}`);
    this.kind = kind;
    this.facts = facts;
  }
}

/** All but `connectUrl` throw SiteFailure. */
export interface AdvertSite {
  /** Address on which the person lets us in. It answers at `redirectUri` with `code` and `state`, or with `error`. */
  connectUrl(facts: { readonly state: string; readonly redirectUri: string }): string;
  exchangeCode(facts: { readonly code: string; readonly redirectUri: string }): Promise<SiteGrant>;
  renew(refreshToken: string): Promise<SiteGrant>;
  /** Returns own adverts, `PAGE` of them at most, from `offset` on. */
  listAdverts(accessToken: string, offset: number): Promise<{ adverts: SiteAdvert[]; isLast: boolean }>;
  readAdvert(accessToken: string, id: string): Promise<SiteAdvert>;
  /** Returns the most pictures that adverts of the category take. */
  readPhotoLimit(accessToken: string, categoryId: string): Promise<number>;
  /** Replaces all pictures by those at these addresses, in order; everything else of the advert stays as it was read just before. */
  replacePictures(accessToken: string, advert: SiteAdvert, addresses: readonly string[]): Promise<SiteAdvert>;
  /** Returns why the site stopped an advert, in its own words; null where it says nothing. */
  readStopReason(accessToken: string, id: string): Promise<string | null>;
}
