/** The operator's analytics service: Google's tag, with the id that its web configuration names. */
export interface Analytics {
  /**
   * Null while the configuration names none or is not known yet; visitors are then not asked for consent. A known id is renewed after an
   * hour.
   */
  measurementId(): string | null;
  /** Null while the tag's address is not known. */
  tag(): Tag | null;
  close(): Promise<void>;
}

export interface Tag {
  /** Address of gtag.js, without the query that names the id. */
  readonly url: string;
  /** Origins that it sends its counts to, as sources of a content security policy. */
  readonly hits: readonly string[];
}
