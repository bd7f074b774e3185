export type AnafFailureKind =
  /** Access has ended or was taken back: an admin must connect again. */
  | 'reconnect'
  /** The access token is no longer taken: it is renewed once. */
  | 'token'
  /** The certificate has no right in SPV for the seller's CIF. */
  | 'no-rights'
  /** Too many calls: all sending waits. */
  | 'limit'
  /** No answer, and nothing can have arrived: nothing left, or what was asked changes nothing. */
  | 'away'
  /** An upload or a renewal may have arrived, and no answer tells: a lost answer, an error of theirs, a page in place of an answer, „eroare tehnica”. */
  | 'unknown'
  /** An answer that refuses for good, in ANAF's own sentence. */
  | 'refused'
  /** A document that can no longer be fetched, 60 days after it came. */
  | 'gone'
  /** The registration of the application is refused: the operator's to mend. */
  | 'operator';

interface FailureFacts {
  /** ANAF's own sentence; never a token. */
  readonly detail?: string;
  readonly waitSeconds?: number | null;
  readonly status?: number;
}

/** What ANAF answered in place of what it was asked for. */
export class AnafFailure extends Error {
  readonly kind: AnafFailureKind;
  readonly facts: FailureFacts;

  constructor(kind: AnafFailureKind, facts: FailureFacts = {}) {
    super(`${kind}: ${facts.detail ?? facts.status ?? 'no answer'}`);
    this.kind = kind;
    this.facts = facts;
  }
}
