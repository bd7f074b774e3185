/** A file that goes with a mail. */
export interface MailAttachment {
  /** With diacritics and spaces, without a folder: „Factură FTL0007.pdf”. */
  readonly name: string;
  /** „application/pdf”. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface MailMessage {
  /** A mail sent again under its id has the same Message-ID, so that a mailbox may drop the second. */
  readonly id?: string;
  readonly to: string;
  /** Address for answers; empty or missing: the sender's. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** At most MOST_ATTACHMENTS, together MOST_ATTACHED_BYTES; more throws, since no mail server would take it. */
  readonly attachments?: readonly MailAttachment[];
}

export interface Mail {
  /** Host that takes the mails; null: they are written into files. */
  readonly host: string | null;
  /** Resolves once the message is durable or handed over. Throws, after a minute at most, when it must be tried again. */
  send(message: MailMessage): Promise<void>;
  /**
   * Tries once, for the admin who waits. Returns null, or why it failed in the mail server's own words, which may repeat the address and so
   * belong in no log.
   */
  trySending(message: MailMessage): Promise<string | null>;
  close(): Promise<void>;
}
