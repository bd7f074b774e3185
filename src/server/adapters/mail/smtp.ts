import { createTransport } from 'nodemailer';
import { isLoopback } from '#domain/loopback.ts';
import { toNodemailerMessage } from './message.ts';
import type { Mail } from './port.ts';

/** Time a silent server may take before the mail is tried again. */
const TIMES = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
/** A mail server that has not taken a message by then is hung up on; a mail's lease is longer. */
export const LONGEST_SENDING_MS = 60_000;

/**
 * Hands mails to the server named by SMTP_URL (smtp:// or smtps://). STARTTLS is used where it is offered and insisted on where a
 * password or another machine is at the other end of the connection.
 */
export function smtpMail(url: string, from: string, longestMs = LONGEST_SENDING_MS): Mail {
  const transport = createTransport({ url, requireTLS: insistsOnTls(url), ...TIMES }, { from });
  return {
    send: async (message) => {
      // One that keeps saying a little would never be silent for long enough.
      const signal = AbortSignal.timeout(longestMs);
      const sending = transport.sendMail({ ...toNodemailerMessage(message, from), signal });
      await sending.catch((error: { responseCode?: number; code?: string }) => {
        // The server's own words repeat the address, which no log may hold.
        throw new Error(
          `the mail server did not take a mail: ${error.responseCode ?? error.code ?? 'unknown'}`,
        );
      });
    },
    close: async () => transport.close(),
  };
}

/** A mail carries secrets: without TLS only a mail server on this very machine takes one, or one of which the operator says so (ignoreTLS). */
export function insistsOnTls(url: string): boolean {
  const { protocol, password, hostname, searchParams } = new URL(url);
  const isPrivate = isLoopback(hostname) || searchParams.get('ignoreTLS') === 'true';
  return protocol === 'smtp:' && (password !== '' || !isPrivate);
}
