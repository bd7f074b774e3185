import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { type ReceivedMail, readMails } from '#testing/mail/mails.ts';
import { MAIL_PASSWORD, type TestSmtp, testSmtp } from '#testing/mail/smtp.ts';
import { folderMail } from './folder.ts';
import type { Mail } from './port.ts';
import { insistsOnTls, smtpMail } from './smtp.ts';

const FROM = 'Fotolot – mesaje <fotolot@fotolot.example>';
const SUBJECT = 'Schimbă-ți parola: „ș ț ă â î Ș Ț” – și un rând destul de lung ca să treacă de margine';
const TEXT = [
  'Salut! Șterge, țese, „ghilimele”, 50 lei – așa.',
  '.',
  '.. două puncte la început de rând',
  'From a line that old mailboxes change',
  `https://fotolot.example/login?mode=resetPassword&token=${'aB3-_'.repeat(30)}=`,
].join('\n');
const HTML = '<p>Salut! „Șterge” <a href="https://fotolot.example/login?a=1&amp;token=x">aici</a></p>';
const MESSAGE = { to: 'ana@exemplu.example', subject: SUBJECT, text: TEXT, html: HTML };

interface MailSetup {
  readonly mail: Mail;
  received(): Promise<readonly ReceivedMail[]>;
  /** Makes the next message fail, for now. */
  block(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const SETUPS: Record<string, () => Promise<MailSetup>> = {
  'in a folder': inFolder,
  'at a mail server': () => atServer((port) => `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`),
  'at a mail server without TLS': () =>
    atServer((port) => `smtp://127.0.0.1:${port}`, { hideSTARTTLS: true }),
  'at a mail server that wants TLS and a password': () =>
    atServer(
      (port) =>
        `smtp://fotolot:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      { authOptional: false },
    ),
  'at a mail server that speaks TLS alone': () =>
    atServer(
      (port) =>
        `smtps://fotolot:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      { authOptional: false, secure: true },
    ),
};

async function inFolder(): Promise<MailSetup> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fotolot-mails-'));
  const folder = join(dataDir, 'mails');
  const mail = await folderMail(folder, FROM, () => new Date());
  return {
    mail,
    received: () => readMails(dataDir),
    block: async () => {
      await rm(folder, { recursive: true });
      await writeFile(folder, '');
      return async () => {
        await rm(folder);
        await folderMail(folder, FROM, () => new Date());
      };
    },
    close: () => rm(dirname(folder), { recursive: true, force: true }),
  };
}

async function atServer(
  url: (port: number) => string,
  options: Parameters<typeof testSmtp>[0] = {},
): Promise<MailSetup> {
  const smtp = await testSmtp(options);
  const mail = smtpMail(url(smtp.port), FROM);
  return {
    mail,
    received: async () =>
      smtp.taken.map(({ mail, recipients }) => {
        assert.deepEqual(recipients, [mail.to], 'the envelope names whom the header names');
        return mail;
      }),
    block: async () => {
      smtp.busyFor(1);
      return async () => {};
    },
    close: async () => {
      await mail.close();
      await smtp.close();
    },
  };
}

for (const [name, make] of Object.entries(SETUPS)) {
  describe(`mail ${name}`, () => {
    let setup: MailSetup;

    before(async () => {
      setup = await make();
    });
    after(() => setup.close());

    /** Sends a message and returns what arrives. */
    async function arrived(message: Parameters<Mail['send']>[0]): Promise<ReceivedMail> {
      const before = (await setup.received()).length;
      await setup.mail.send(message);
      const all = await setup.received();
      assert.equal(all.length, before + 1);
      return all.at(-1) ?? assert.fail('nothing arrived');
    }

    it('arrives as text and as HTML, with every Romanian letter and „quote”', async () => {
      const mail = await arrived(MESSAGE);
      assert.equal(mail.to, MESSAGE.to);
      assert.equal(mail.subject, SUBJECT);
      assert.equal(mail.text.replaceAll('\r\n', '\n').trimEnd(), TEXT);
      assert.equal(mail.html.trim(), HTML);
      assert.deepEqual(mail.whole.from, { name: 'Fotolot – mesaje', address: 'fotolot@fotolot.example' });
    });

    it('names an address for answers if it is one plain address', async () => {
      const replyTo = 'sef@magazin.example';
      const answered = async (address = '') =>
        (await arrived({ ...MESSAGE, replyTo: address })).whole.replyTo;
      assert.deepEqual(await answered(replyTo), [{ name: '', address: replyTo }]);
      for (const none of [undefined, `${replyTo}, altul@magazin.example`, `${replyTo}\r\nBcc: x@y.z`])
        assert.equal(await answered(none), undefined, none);
    });

    it('says that it was sent by a machine, so that no absence note replies', async () => {
      const { whole } = await arrived(MESSAGE);
      const header = whole.headers.find(({ key }) => key === 'auto-submitted');
      assert.equal(header?.value, 'auto-generated');
      assert.deepEqual(whole.attachments, []);
      assert.ok(whole.messageId && whole.date);
    });

    it('has a Message-ID of its own each time', async () => {
      const [a, b] = [await arrived(MESSAGE), await arrived(MESSAGE)];
      assert.notEqual(a.whole.messageId, b.whole.messageId);
    });

    it('sent again under its id has the same Message-ID, at the sender’s domain', async () => {
      const [a, b] = [
        await arrived({ ...MESSAGE, id: 'mail_a' }),
        await arrived({ ...MESSAGE, id: 'mail_a' }),
      ];
      assert.equal(a.whole.messageId, '<mail_a@fotolot.example>');
      assert.equal(b.whole.messageId, a.whole.messageId);
    });

    it('gets no header line from a line break in the subject or the text', async () => {
      for (const brk of ['\r\n', '\n', '\r', '\u2028', '\r\n ', '\0']) {
        const evil = `Parola${brk}Bcc: altul@exemplu.example${brk}X-Rau: 1`;
        const mail = await arrived({ ...MESSAGE, subject: evil, text: `${brk}${evil}`, html: evil });
        assert.equal(mail.whole.bcc, undefined);
        assert.equal(
          mail.whole.headers.some(({ key }) => key === 'x-rau' || key === 'bcc'),
          false,
        );
        assert.match(mail.subject, /^Parola +Bcc: altul@exemplu\.example +X-Rau: 1$/);
      }
    });

    it('goes to one plain address or to none', async () => {
      const before = (await setup.received()).length;
      for (const to of [
        '',
        'ana',
        'ana@exemplu.example, altul@exemplu.example',
        'ana@exemplu.example;altul@exemplu.example',
        'Ana <altul@exemplu.example>',
        'ana@exemplu.example\r\nBcc: altul@exemplu.example',
        'ana@exemplu.example\nRCPT TO:<altul@exemplu.example>',
        'ana\r@exemplu.example',
        'ana@exemplu.example\0',
        '"a b"@exemplu.example',
        'a@b@exemplu.example',
      ])
        await assert.rejects(setup.mail.send({ ...MESSAGE, to }), /one plain address/, JSON.stringify(to));
      assert.equal((await setup.received()).length, before);
    });

    it('fails without naming its recipient when it has to be tried again, and goes through later', async () => {
      const unblock = await setup.block();
      await assert.rejects(setup.mail.send(MESSAGE), (error: Error) => {
        const everything = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
        assert.doesNotMatch(everything, /exemplu\.example|parola/i);
        return true;
      });
      await unblock();
      assert.equal((await arrived(MESSAGE)).subject, SUBJECT);
    });

    it('tried for an admin arrives too, or says why not without throwing', async () => {
      const before = (await setup.received()).length;
      assert.equal(await setup.mail.trySending(MESSAGE), null);
      assert.equal((await setup.received()).length, before + 1);
      const unblock = await setup.block();
      assert.match(
        (await setup.mail.trySending(MESSAGE)) ?? '',
        /^451 no room for ana@exemplu\.example now$|ENO/,
      );
      await unblock();
    });
  });
}

describe('mail in a folder', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fotolot-mails-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is a file of its own that only the owner reads, also when many are sent at once', async () => {
    const mail = await folderMail(join(folder, 'mails'), FROM, () => new Date('2026-11-21T10:00:00Z'));
    await Promise.all(Array.from({ length: 20 }, () => mail.send(MESSAGE)));
    const names = await readdir(join(folder, 'mails'));
    assert.equal(names.length, 20);
    for (const name of names) {
      assert.match(name, /^2026-11-21T10-00-00\.000Z-\d+-\d+\.eml$/);
      assert.equal((await stat(join(folder, 'mails', name))).mode & 0o077, 0);
    }
  });
});

describe('a mail server', () => {
  let smtp: TestSmtp | undefined;
  let mail: Mail | undefined;

  afterEach(async () => {
    await mail?.close();
    await smtp?.close();
  });

  async function connect(query: string, password: string, options: Parameters<typeof testSmtp>[0]) {
    smtp = await testSmtp(options);
    mail = smtpMail(`smtp://fotolot:${encodeURIComponent(password)}@127.0.0.1:${smtp.port}${query}`, FROM);
    return { smtp, mail };
  }

  it('on another machine never gets a mail without TLS, password or not', () => {
    const asked = [
      'mail.example:25',
      'relay:587',
      '10.0.0.7',
      '[2001:db8::7]',
      '127.0.0.1:25',
      'localhost',
      '[::1]:25',
    ];
    const answers = asked.map((host) => insistsOnTls(`smtp://${host}`));
    assert.deepEqual(answers, [true, true, true, true, false, false, false]);
    assert.equal(insistsOnTls('smtp://releu:25?ignoreTLS=true'), false);
    assert.equal(insistsOnTls('smtp://fotolot:parola@releu?ignoreTLS=true'), true);
    assert.equal(insistsOnTls('smtp://fotolot:parola@localhost'), true);
  });

  it('without TLS never gets to see the password', async () => {
    const opened = await connect('', MAIL_PASSWORD, { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    await assert.rejects(opened.mail.send(MESSAGE), /did not take a mail/);
    assert.deepEqual([opened.smtp.passwords, opened.smtp.taken], [[], []]);
  });

  it('with an untrusted certificate never gets to see the password', async () => {
    const opened = await connect('', MAIL_PASSWORD, {});
    await assert.rejects(opened.mail.send(MESSAGE), /did not take a mail/);
    assert.deepEqual([opened.smtp.passwords, opened.smtp.taken], [[], []]);
  });

  it('that refuses the password is reported by its number alone', async () => {
    const opened = await connect('?tls.rejectUnauthorized=false', 'alta parolă', {});
    await assert.rejects(opened.mail.send(MESSAGE), { message: 'the mail server did not take a mail: 535' });
    assert.deepEqual(opened.smtp.taken, []);
  });

  it('that refuses a password has its words told to the admin who tries, the password in none of its forms', async () => {
    const opened = await connect('?tls.rejectUnauthorized=false', MAIL_PASSWORD, {
      onAuth: (given, _, done) => {
        const password = given.password ?? '';
        const forms = [
          password,
          encodeURIComponent(password),
          Buffer.from(password).toString('base64'),
          Buffer.from(`\0fotolot\0${password}`).toString('base64'),
        ];
        done(Object.assign(new Error(`no: ${forms.join(' ')}`), { responseCode: 535 }));
      },
    });
    assert.equal(await opened.mail.trySending(MESSAGE), '535 no: … … … …');
    assert.equal(opened.mail.host, '127.0.0.1');
  });

  it('that is not there is said in a word', async () => {
    const opened = await connect('', MAIL_PASSWORD, {});
    await opened.smtp.close();
    assert.match((await opened.mail.trySending(MESSAGE)) ?? '', /ECONNREFUSED/);
  });

  it('that keeps saying a little and never takes the mail is hung up on', async () => {
    const hungUp = Promise.withResolvers<void>();
    const endless = createServer((socket) => {
      socket.write('220 ready\r\n');
      const drip = setInterval(() => socket.write('250-wait\r\n'), 20);
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(drip);
        hungUp.resolve();
      });
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const { port } = endless.address() as AddressInfo;
    mail = smtpMail(`smtp://127.0.0.1:${port}`, FROM, 300);
    await assert.rejects(mail.send(MESSAGE), { message: /did not take a mail/ });
    await hungUp.promise;
    endless.close();
  });

  it('that refuses a mailbox or hangs up is an error, never silence', async () => {
    const unknown = await connect('?tls.rejectUnauthorized=false', MAIL_PASSWORD, {
      onRcptTo: ({ address }, _, done) =>
        done(Object.assign(new Error(`${address} unknown`), { responseCode: 550 })),
    });
    await assert.rejects(unknown.mail.send(MESSAGE), { message: 'the mail server did not take a mail: 550' });
    await unknown.smtp.close();
    await assert.rejects(unknown.mail.send(MESSAGE), { message: /did not take a mail: E/ });
  });
});
