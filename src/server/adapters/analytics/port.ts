export type WebConfig = Readonly<Record<string, unknown>>;

/** The operator's analytics service. */
export interface Analytics {
  /** Its web configuration, at most an hour old. Throws when it can't be had; nothing secret is in the message. */
  webConfig(): Promise<WebConfig>;
}
