import { readTrial, wasTrialTaken } from '#domain/plans/trial.ts';
import { signupBonusEmails } from '#domain/users/email.ts';
import {
  type FieldProblem,
  type ImportedDocument,
  readImportedDocument,
} from '#domain/users/imported-document.ts';
import { isPictureFrom } from '#domain/users/picture-origins.ts';
import { claimSignupBonus } from '#server/account/signup-bonus-store.ts';
import { type ImportOutcome, importOne } from '#server/admin/import/import-one.ts';
import { type Counts, importSales } from '#server/admin/import/import-sales.ts';
import { type ExportedUser, readExport } from '#server/admin/import/read-export.ts';
import type { App, Tx } from '#server/app.ts';
import { lockCreditAccount, openAccount, setUnlimited } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { noteRetention } from '#server/plans/note-retention.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { OPERATOR } from '#server/users/admins/operate-admins.ts';
import { findImported, insertImportedUser } from '#server/users/imported-user-store.ts';
import { KEEP_IMPORTED_PHOTO } from '#server/users/profile/keep-imported-photo.ts';

type ImportDeps = Pick<App, 'db' | 'change' | 'now' | 'newId' | 'keyedHash' | 'queue'> & {
  readonly hostedStorage: Pick<App['hostedStorage'], 'origins'>;
};

export interface ImportOptions {
  /** Rolls every change back; the report is that of a real import. */
  readonly dryRun: boolean;
  readonly keepAdmins: boolean;
}

/** Holds no personal data beyond the uid. */
export interface ImportReport {
  readonly imported: number;
  readonly alreadyHere: number;
  readonly refused: number;
  readonly creditPackages: Counts;
  readonly creditPurchases: Counts;
  readonly problems: readonly Problem[];
}

interface Problem extends FieldProblem {
  readonly uid: string;
  /** True: the whole document was refused; false: only the field was left out. */
  readonly refused: boolean;
}

/**
 * Imports an export of the hosted database: users, then packages and purchases, each in a transaction of its own. A known uid stays as it
 * is; an address that has an account is reported and never merged. Throws when the file is no export.
 */
export async function importUsers(
  app: ImportDeps,
  json: unknown,
  options: ImportOptions,
): Promise<ImportReport> {
  const { users, creditPackages, creditPurchases } = readExport(json);
  const counts = { imported: 0, alreadyHere: 0, refused: 0 };
  const problems: Problem[] = [];
  const seen = { uids: new Set<string>(), emails: new Set<string>() };
  const here = new Set<string>();
  for (const exported of users) {
    const { uid } = exported;
    const reading = { keepAdmins: options.keepAdmins, storage: app.hostedStorage.origins };
    const { document, problems: found } = readImportedDocument(exported.document, reading);
    for (const problem of found) problems.push({ uid, ...problem, refused: false });
    const outcome = document ? await importUser(app, { exported, document }, { ...options, seen }) : null;
    if (outcome === 'imported' || outcome === 'alreadyHere') {
      counts[outcome] += 1;
      here.add(uid);
      if (document) seen.emails.add(document.email);
    } else {
      counts.refused += 1;
      const cause = outcome ?? problems.pop();
      if (cause) problems.push({ ...cause, uid, refused: true });
    }
    seen.uids.add(uid);
  }
  const rows = { creditPackages, creditPurchases };
  const sales = await importSales(app, rows, { dryRun: options.dryRun, users: here });
  return { ...counts, ...sales, problems: [...problems, ...sales.problems] };
}

interface SeenKeys {
  readonly uids: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
}

function getImportRefusal({ uid, hasUid }: ExportedUser, email: string, seen: SeenKeys): FieldProblem | null {
  if (!hasUid) return { field: 'uid', reason: 'missing, or not 1–128 plain characters' };
  if (seen.uids.has(uid)) return { field: 'uid', reason: 'stands in the file twice' };
  if (seen.emails.has(email))
    return { field: 'email', reason: 'another document of the file has the address' };
  return null;
}

async function importUser(
  app: ImportDeps,
  { exported, document }: { exported: ExportedUser; document: ImportedDocument },
  { seen, dryRun }: { seen: SeenKeys; dryRun: boolean },
): Promise<ImportOutcome> {
  const refusal = getImportRefusal(exported, document.email, seen);
  if (refusal) return refusal;
  return importOne(app, dryRun, ({ tx }) => writeImportedUser(tx, app, { uid: exported.uid, document }));
}

async function writeImportedUser(
  tx: Tx,
  app: ImportDeps,
  { uid, document }: { uid: string; document: ImportedDocument },
): Promise<ImportOutcome> {
  if (await findImported(tx, uid)) return 'alreadyHere';
  const id = app.newId('usr');
  const now = app.now();
  if (!(await insertImportedUser(tx, { id, foreignUid: uid, document, now })))
    return { field: 'email', reason: 'the address has an account' };
  if (document.photoURL !== null && isPictureFrom(app.hostedStorage.origins, document.photoURL))
    await app.queue.send(tx, KEEP_IMPORTED_PHOTO, { userId: id });
  await openAccount(tx, id);
  await lockCreditAccount(tx, id, now);
  if (document.totalCredits === -1) await setUnlimited(tx, id, 'for-ever');
  if (document.totalCredits > 0) {
    const gift = { source: 'gift', amount: document.totalCredits, expiresAt: null } as const;
    const ref = `import:${uid}`;
    await grantCredits(tx, { id: app.newId('grt'), userId: id, ...gift, ref, actor: 'operator' });
  }
  // They had their signup bonus, and maybe their trial, in the hosted product.
  const keys = signupBonusEmails(document.email).map((bonusEmail) => app.keyedHash('gift', bonusEmail));
  await claimSignupBonus(tx, keys, 'registration');
  if (wasTrialTaken(readTrial(document))) await claimSignupBonus(tx, keys, 'trial');
  await noteRetention(tx, id, now);
  if (document.role === 'admin')
    await recordAudit(tx, app, { admin: OPERATOR, kind: 'admin-granted', userId: id });
  return 'imported';
}
