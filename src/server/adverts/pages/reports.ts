import type { PageReport, SeenPage } from '#contract/adverts/pages.ts';
import { type Currency, PAGE_LIMITS, REPORT_KINDS, type ReportKind } from '#domain/adverts/lot-page.ts';
import { AppError } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { isReadable, tidyLine, tidyLines } from '#domain/language/visible-text.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import { buildPageUrl } from '#server/adverts/pages/lot-page.ts';
import { EMPTY_REPORT, type ReportForm } from '#server/adverts/pages/page-document.ts';
import {
  closeReports,
  insertReport,
  listCodesOfLot,
  lockPage,
  lockReport,
  type PageRow,
  takeDownPages,
} from '#server/adverts/pages/page-store.ts';
import { findShownPages, listOpenReports } from '#server/adverts/pages/page-view.ts';
import type { App, Unit, User } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit, isWithinLimit } from '#server/http/limits/rate-limit.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { mailAdmins } from '#server/users/admins/mail-admins.ts';
import { isDeleted, readUserEmail } from '#server/users/user-store.ts';

const HOUR = 3600;
const PER_IP = { hits: 10, seconds: HOUR };
/** Many reports of one page must not keep an honest one out: only its mails are few. */
const PER_PAGE = { hits: 1000, seconds: HOUR };
const MAILS_OF_PAGE = { hits: 3, seconds: HOUR };
const MAILS_TO_READER = { hits: 3, seconds: 24 * HOUR };
const REFUSED = 'http/too-many-requests';

interface Reader {
  readonly ip: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Stores a reader's report and mails the admins; returns the form with its problem where it lacks something. Throws http/too-many-requests. */
export async function reportPage(
  app: App,
  page: PageRow,
  { ip, fields }: Reader,
): Promise<ReportForm | null> {
  const { kind = '', words = '', email = '', site = '' } = fields;
  const form = { ...EMPTY_REPORT, kind, words: tidyLines(words.slice(0, PAGE_LIMITS.words)), email };
  const known = REPORT_KINDS.find((each) => each === kind);
  if (known === undefined) return { ...form, problem: 'Alege ce e în neregulă.' };
  if (!isReadable(form.words)) return { ...form, problem: 'Scrie de ce crezi asta.' };
  const to = email.trim() === '' ? null : normaliseEmail(email);
  if (email.trim() !== '' && to === null) return { ...form, problem: errorSentence('auth/invalid-email') };
  await consumeIpRateLimit(app, { name: 'pages:report', ip }, { limit: PER_IP, code: REFUSED });
  await consumeRateLimit(app, `pages:report:${page.code}`, { limit: PER_PAGE, code: REFUSED });
  // Only programs fill in what is not seen: they hear what all others hear.
  if (site !== '') return null;
  const mails = {
    toAdmins: await isWithinLimit(app, `pages:report-mail:${page.code}`, MAILS_OF_PAGE),
    toReader:
      to !== null &&
      (await isWithinLimit(app, `pages:report-reader:${app.keyedHash('page-report', to)}`, MAILS_TO_READER)),
  };
  await app.change((unit) =>
    keepReport(unit, app, { page, kind: known, words: form.words, email: to, mails }),
  );
  return null;
}

interface NewReport {
  readonly page: PageRow;
  readonly kind: ReportKind;
  readonly words: string;
  readonly email: string | null;
  readonly mails: { readonly toAdmins: boolean; readonly toReader: boolean };
}

async function keepReport({ tx, now }: Unit, app: App, { page, mails, ...said }: NewReport): Promise<void> {
  const id = app.newId('rep');
  const { title, words, price } = page;
  const currency = page.currency as Currency;
  const seen = JSON.stringify({ title, words, price, currency } satisfies SeenPage);
  await insertReport(tx, { id, code: page.code, ...said, seen, created_at: now });
  if (mails.toAdmins)
    await mailAdmins(tx, app, { kind: 'page-reported', data: { code: page.code, kind: said.kind } });
  if (said.email !== null && mails.toReader)
    await queueMail(tx, app, {
      kind: 'page-report-received',
      ref: id,
      userId: null,
      address: said.email,
      data: { code: page.code },
    });
}

/** Returns reports that wait for a decision. */
export async function listPageReports(app: App): Promise<PageReport[]> {
  const rows = await listOpenReports(app.db);
  const codes = rows.flatMap(({ code, standing_code }) => [
    code,
    ...(standing_code === null ? [] : [standing_code]),
  ]);
  const shown = await findShownPages(app, codes);
  return rows.map((row) => ({
    id: row.id,
    url: buildPageUrl(app, row.standing_code ?? row.code),
    title: (row.seen as SeenPage | null)?.title ?? row.title,
    seen: row.seen as SeenPage | null,
    kind: row.kind as ReportKind,
    words: row.words,
    wantsAnswer: row.email !== null,
    createdAt: row.created_at.toISOString(),
    stands: (shown.get(row.standing_code ?? row.code)?.pictures.length ?? 0) > 0,
  }));
}

interface Decision {
  readonly reportId: string;
  readonly takesDown: boolean;
  readonly reason: string;
}

/** Takes a reported page down or lets it stand: all its open reports are decided with it. Throws http/not-found. */
export async function decideReport(
  app: App,
  admin: User,
  { reportId, takesDown, reason }: Decision,
): Promise<PageReport[]> {
  await app.change(async (unit) => {
    const { tx, now } = unit;
    const report = await lockReport(tx, reportId);
    const page = report && (await lockPage(tx, report.code));
    if (!report || !page) throw new AppError('http/not-found');
    if (report.decided_at !== null) return;
    const said = tidyLine(reason);
    const auditId = await recordAudit(tx, app, {
      admin,
      kind: takesDown ? 'page-taken-down' : 'page-kept',
      userId: page.user_id,
      subject: page.code,
      reason: said,
    });
    const codes = await listCodesOfLot(tx, page);
    const decision = { decided_at: now, is_taken_down: takesDown };
    for (const address of await closeReports(tx, codes, decision))
      await queueMail(tx, app, {
        kind: 'page-report-decided',
        ref: `${auditId}:${app.keyedHash('page-report', address)}`,
        userId: null,
        address,
        data: { code: page.code, takesDown, reason: said },
      });
    if (takesDown) await takeDown(unit, app, { page, codes, reason: said, auditId });
  });
  return listPageReports(app);
}

interface TakeDown {
  readonly page: PageRow;
  /** Of all pages of the lot, the one that stands first. */
  readonly codes: readonly string[];
  readonly reason: string;
  readonly auditId: string;
}

/** Also pages that their owner has ended: they cannot come back under another address. */
async function takeDown(
  { tx, now, changes }: Unit,
  app: App,
  { page, codes, reason, auditId }: TakeDown,
): Promise<void> {
  await takeDownPages(tx, codes, { reason, now });
  if (await isDeleted(tx, page.user_id)) return;
  changes.list(page.user_id, 'lot-page');
  const address = await readUserEmail(tx, page.user_id);
  await queueMail(tx, app, {
    kind: 'page-taken-down',
    ref: auditId,
    userId: page.user_id,
    address,
    data: { code: codes[0] ?? page.code, title: page.title, reason },
  });
}
