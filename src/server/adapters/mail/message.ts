import type { MailAttachment, MailMessage } from './port.ts';

const ONE_EMAIL = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

/** What mail servers commonly take is 10 MB, and a file grows by a third on its way. */
export const MOST_ATTACHED_BYTES = 7_000_000;
export const MOST_ATTACHMENTS = 10;
const MOST_LETTERS_OF_A_NAME = 100;

/** A message as nodemailer takes it. One recipient, given as data and never parsed; nothing in it can begin another header line. */
export function toNodemailerMessage(message: MailMessage, from: string) {
  const { id, to, replyTo = '', subject, text, html, attachments = [] } = message;
  if (!ONE_EMAIL.test(to)) throw new Error('a mail goes to one plain address');
  return {
    to: { name: '', address: to },
    ...(ONE_EMAIL.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
    // Without an id nodemailer makes one.
    ...(id !== undefined && { messageId: `<${id}@${getEmailDomain(from)}>` }),
    subject: subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
    text,
    html,
    attachments: toAttachments(attachments),
    // No „out of office” in reply.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Files as bytes alone, never a path or an address of one. Throws where there are too many. */
function toAttachments(attachments: readonly MailAttachment[]) {
  const bytes = attachments.reduce((sum, attachment) => sum + attachment.bytes.length, 0);
  if (attachments.length > MOST_ATTACHMENTS || bytes > MOST_ATTACHED_BYTES)
    throw new Error(`a mail takes no ${attachments.length} files of ${bytes} bytes`);
  return attachments.map(({ name, type, bytes: content }) => {
    if (!/^[\w.+-]+\/[\w.+-]+(; charset=[\w-]+)?$/.test(type))
      throw new Error('a file in a mail has a plain type');
    return {
      filename: fileName(name),
      contentType: type,
      content: Buffer.from(content),
      contentDisposition: 'attachment' as const,
      contentTransferEncoding: 'base64' as const,
    };
  });
}

/** A name that begins no header line and leads to no folder. */
function fileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"\\/:*?<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  if (plain === '') throw new Error('a file in a mail has a name');
  const letters = [...plain];
  const [extension = ''] = /\.\w{1,8}$/.exec(plain) ?? [];
  const room = MOST_LETTERS_OF_A_NAME - extension.length;
  return letters.length <= MOST_LETTERS_OF_A_NAME ? plain : letters.slice(0, room).join('') + extension;
}

function getEmailDomain(from: string): string {
  return /@([^\s<>"@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
