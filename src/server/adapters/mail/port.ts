export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mail {
  /** Resolves once the message is durable or handed over; throws when it has to be tried again. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}
