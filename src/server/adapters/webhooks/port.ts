/** What is sent to a person's program. */
export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends messages to addresses that people chose. */
export interface WebhookSender {
  /** Returns the address as it is kept; null for one to which nothing is sent: no https, no name of the internet, another service's port. */
  tidyAddress(typed: string): string | null;
  /** Sends once, for at most ten seconds; returns the answer's status, null without an answer. Follows no redirect. */
  send(call: WebhookCall): Promise<number | null>;
}
