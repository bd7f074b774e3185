/** The operator's analytics service: Google's tag, with the id that its web configuration names. */
export interface Analytics {
  /**
   * Null while the configuration names none or is not known yet: visitors are then not asked for consent. Valid for an hour; past it a new
   * one is requested.
   */
  measurementId(): string | null;
  /** Null while it is not known where the tag is. */
  tag(): Tag | null;
  close(): Promise<void>;
}

export interface Tag {
  /** Address of gtag.js, without the query that names the id. */
  readonly url: string;
  /** Origins it sends its counts to, as sources of a content security policy. */
  readonly hits: readonly string[];
}
