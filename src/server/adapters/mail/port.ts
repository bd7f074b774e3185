export interface MailMessage {
  /** A mail that is sent again under its id has the same Message-ID, so that a mailbox may drop the second. */
  readonly id?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mail {
  /** Resolves once the message is durable or handed over; throws, after a minute at most, when it has to be tried again. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}
