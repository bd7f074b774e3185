/** What is sent to a person's program. */
export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends messages to addresses that people chose. */
export interface WebhookSender {
  /** Returns false for an address to which nothing is sent: no https, no name of the internet. */
  takes(url: string): boolean;
  /** Sends once, for at most fifteen seconds; returns the answer's status, null without an answer. Follows no redirect. */
  send(call: WebhookCall): Promise<number | null>;
}
