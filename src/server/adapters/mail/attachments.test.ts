import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type ReceivedMail, readMails } from '#testing/mail/mails.ts';
import { testSmtp } from '#testing/mail/smtp.ts';
import { folderMail } from './folder.ts';
import { MOST_ATTACHED_BYTES, MOST_ATTACHMENTS } from './message.ts';
import type { Mail, MailAttachment } from './port.ts';
import { smtpMail } from './smtp.ts';

const FROM = 'Fotolot <fotolot@fotolot.example>';
const MESSAGE = {
  to: 'ana@exemplu.example',
  subject: 'Factura ta',
  text: 'O ai aici.',
  html: '<p>O ai aici.</p>',
};
const NAME = 'Factură FTL 0007 – Ștefan Țăranu, „așa”.pdf';

interface MailSetup {
  readonly mail: Mail;
  received(): Promise<readonly ReceivedMail[]>;
  close(): Promise<void>;
}

const SETUPS: Record<string, () => Promise<MailSetup>> = {
  'in a folder': async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fotolot-mails-'));
    return {
      mail: await folderMail(join(dataDir, 'mails'), FROM, () => new Date()),
      received: () => readMails(dataDir),
      close: () => rm(dataDir, { recursive: true }),
    };
  },
  'at a mail server': async () => {
    const smtp = await testSmtp();
    const mail = smtpMail(`smtp://127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`, FROM);
    return {
      mail,
      received: async () => smtp.taken.map((taken) => taken.mail),
      close: async () => {
        await mail.close();
        await smtp.close();
      },
    };
  },
};

const pdf = (bytes: Uint8Array, name = NAME): MailAttachment => ({ name, type: 'application/pdf', bytes });
const sha256 = (bytes: Uint8Array | ArrayBuffer | string) =>
  createHash('sha256')
    .update(typeof bytes === 'string' ? bytes : new Uint8Array(bytes))
    .digest('hex');

for (const [where, make] of Object.entries(SETUPS))
  describe(`files with a mail ${where}`, () => {
    let setup: MailSetup;

    before(async () => {
      setup = await make();
    });
    after(() => setup.close());

    async function arrived(attachments: readonly MailAttachment[]) {
      await setup.mail.send({ ...MESSAGE, attachments });
      return (await setup.received()).at(-1)?.whole.attachments ?? [];
    }

    it('arrive byte by byte, under their names with diacritics', async () => {
      const all = Uint8Array.from({ length: 256 }, (_, i) => i);
      const lines = Buffer.from('a\r\nb\nc\r.\r\n..\r\nFrom x\n');
      const files = [
        pdf(randomBytes(1_000_003)),
        pdf(all, 'Storno.pdf'),
        { name: 'Termeni și condiții.html', type: 'text/html; charset=utf-8', bytes: lines },
        { name: 'Factura-FTL0007.xml', type: 'application/xml', bytes: Buffer.from('<a>ș</a>\n') },
        pdf(new Uint8Array(0), 'gol.pdf'),
      ];
      const got = await arrived(files);
      deepEqual(
        got.map(({ filename, mimeType, disposition, content }) => [
          filename,
          mimeType,
          disposition,
          sha256(content),
        ]),
        files.map(({ name, type, bytes }) => [name, type.split(';')[0], 'attachment', sha256(bytes)]),
      );
      const mail = (await setup.received()).at(-1);
      equal(mail?.text.trim(), MESSAGE.text);
      equal(mail?.html.trim(), MESSAGE.html);
    });

    it('begin no header line and lead to no folder, whatever their names are', async () => {
      const names = [
        'a.pdf\r\nBcc: altul@exemplu.example',
        '../../etc/passwd',
        'C:\\Windows\\x.pdf',
        '"a"; x="b".pdf',
        `${'Ș'.repeat(300)}.pdf`,
        '\u202efdp.exe',
      ];
      for (const name of names) {
        const [file] = await arrived([pdf(Buffer.from('x'), name)]);
        match(file?.filename ?? '', /^[^\r\n/\\:"\u202e]{1,100}$/, name);
        equal((await setup.received()).at(-1)?.whole.bcc, undefined);
      }
      const [long] = await arrived([pdf(Buffer.from('x'), names[4])]);
      ok(long?.filename?.endsWith('.pdf'));
    });

    it('that are too many, too large or of no plain type are refused before anything is sent', async () => {
      const before = (await setup.received()).length;
      const send = (attachments: readonly MailAttachment[]) => setup.mail.send({ ...MESSAGE, attachments });
      const many = Array.from({ length: MOST_ATTACHMENTS + 1 }, () => pdf(Buffer.from('x')));
      await rejects(send(many), /takes no 11 files/);
      await rejects(send([pdf(new Uint8Array(MOST_ATTACHED_BYTES + 1))]), /takes no 1 files/);
      await rejects(send([pdf(Buffer.from('x'), '\r\n/')]), /has a name/);
      await rejects(
        send([{ ...pdf(Buffer.from('x')), type: 'application/pdf\r\nX-Rau: 1' }]),
        /has a plain type/,
      );
      equal((await setup.received()).length, before);
      equal((await arrived(many.slice(1))).length, MOST_ATTACHMENTS);
    });
  });
