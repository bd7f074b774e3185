import { createTransport } from 'nodemailer';
import { isLoopback } from '#domain/loopback.ts';
import { toNodemailerMessage } from './message.ts';
import type { Mail } from './port.ts';

/** Time that a silent server may take before the mail is tried again. */
const TIMES = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
/** Limit for a mail that an admin waits for; the page's request must not end first. */
const LONGEST_TRY_MS = 25_000;
/** Limit for handing over one message; a mail's lease is longer. */
export const LONGEST_SENDING_MS = 60_000;

/**
 * Hands mails to the server named by SMTP_URL (smtp:// or smtps://). STARTTLS is used where offered, and required with a password or when
 * the server is another machine.
 */
export function smtpMail(url: string, from: string, longestMs = LONGEST_SENDING_MS): Mail {
  const transport = createTransport({ url, requireTLS: insistsOnTls(url), ...TIMES }, { from });
  const handOver = async (message: ReturnType<typeof toNodemailerMessage>, limitMs: number) => {
    // A server that keeps sending a little would never be silent for long enough.
    const signal = AbortSignal.timeout(limitMs);
    await transport.sendMail({ ...message, signal });
  };
  return {
    host: new URL(url).hostname,
    send: async (message) => {
      const sending = handOver(toNodemailerMessage(message, from), longestMs);
      await sending.catch((error: { responseCode?: number; code?: string }) => {
        // The server's own words repeat the address, which no log may hold.
        throw new Error(
          `the mail server did not take a mail: ${error.responseCode ?? error.code ?? 'unknown'}`,
        );
      });
    },
    trySending: async (message) => {
      const sending = handOver(toNodemailerMessage(message, from), Math.min(longestMs, LONGEST_TRY_MS));
      return sending.then(
        () => null,
        (error: { response?: string; message: string }) =>
          withoutPassword(error.response ?? error.message, url),
      );
    },
    close: async () => transport.close(),
  };
}

/** A server may repeat what it was sent, which for AUTH is Base64. */
function withoutPassword(words: string, url: string): string {
  const { username, password } = new URL(url);
  if (password === '') return words;
  const [name, plain] = [decodeURIComponent(username), decodeURIComponent(password)];
  const encoded = [`\0${name}\0${plain}`, plain].map((text) => Buffer.from(text).toString('base64'));
  // The longest first: the ends of two may be alike.
  return [...encoded, password, plain].reduce((text, secret) => text.replaceAll(secret, '…'), words);
}

/** True when TLS is required: mails carry secrets, so only a server on this very machine, or one with ignoreTLS, may go without. */
export function insistsOnTls(url: string): boolean {
  const { protocol, password, hostname, searchParams } = new URL(url);
  const isPrivate = isLoopback(hostname) || searchParams.get('ignoreTLS') === 'true';
  return protocol === 'smtp:' && (password !== '' || !isPrivate);
}
