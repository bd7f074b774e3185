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
  /** The advert is another one than was seen, and nothing was changed by us. */
  | 'changed'
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
  /** Of refused pictures, where the site says which: their numbers, from 1. */
  readonly fields?: readonly { readonly field: string; readonly detail: string }[];
  readonly waitSeconds?: number | null;
  /** Of `reconnect`: a change was refused to access that is given for reading alone. */
  readonly isNarrow?: boolean;
  readonly status?: number;
}

/** What a site with adverts answered in place of what it was asked for. */
export class SiteFailure extends Error {
  readonly kind: SiteFailureKind;
  readonly facts: FailureFacts;

  constructor(kind: SiteFailureKind, facts: FailureFacts = {}) {
    super(`${kind}: ${facts.detail ?? facts.status ?? 'no answer'}`);
    this.kind = kind;
    this.facts = facts;
  }
}
