import type { Consent } from '#domain/payments/consents.ts';
import { CONSENT_VERSION, CONSENTS } from '#domain/payments/consents.ts';
import type { StoredConsents } from '#server/adapters/database/stored-json.ts';
import type { Db, Tx } from '#server/app.ts';

/** A text's kind: a box before a payment, or a document by its path. */
export const consentKind = (consent: string) => `consent:${consent}`;
export const TERMS_KIND = '/legal/terms';
/** Path of a kept document, followed by its hash. */
export const TEXTS_PATH = '/legal/texts/';

export interface LegalText {
  readonly kind: string;
  readonly sha256: string;
  readonly html: string;
}

/** Keeps the version's fingerprint where it is new. Returns the kept one: of several processes that start at once the first counts. */
export async function introduceVersion(
  tx: Tx,
  { version, codeSha256, at }: { version: string; codeSha256: string; at: Date },
): Promise<string> {
  await tx
    .insertInto('legal_versions')
    .values({ version, code_sha256: codeSha256, introduced_at: at })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute();
  const kept = await tx
    .selectFrom('legal_versions')
    .select('code_sha256')
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return kept.code_sha256;
}

/** Stores the texts of a version as this process shows them. */
export async function storeTexts(
  tx: Tx,
  { version, texts, at }: { version: string; texts: readonly LegalText[]; at: Date },
): Promise<void> {
  await tx
    .insertInto('legal_texts')
    .values(texts.map((text) => ({ ...text, version, stored_at: at, used_at: at })))
    .onConflict((conflict) => conflict.columns(['kind', 'version', 'sha256']).doUpdateSet({ used_at: at }))
    .execute();
}

/** Returns the newest version that any process has introduced. */
export async function newestVersion(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('legal_versions')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Returns the text that was shown last of a kind and version; null where that version was not kept. */
export async function findText(
  db: Db | Tx,
  { kind, version }: { kind: string; version: string },
): Promise<LegalText | null> {
  const row = await db
    .selectFrom('legal_texts')
    .select(['kind', 'sha256', 'html'])
    .where('kind', '=', kind)
    .where('version', '=', version)
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a document by the hash of its text; null where none has it. */
export async function findTextBySha256(db: Db, sha256: string) {
  const row = await db
    .selectFrom('legal_texts')
    .selectAll()
    .where('sha256', '=', sha256)
    .where('kind', 'like', '/legal/%')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the words that the ticked boxes had then; a box's name where its version was not kept. */
export async function agreedWords(db: Db, { version, given }: StoredConsents): Promise<Map<Consent, string>> {
  const rows = await db
    .selectFrom('legal_texts')
    .select(['kind', 'html'])
    .where('version', '=', version)
    .where('kind', 'in', given.length > 0 ? given.map(consentKind) : [''])
    .execute();
  const kept = new Map(rows.map(({ kind, html }) => [kind, asText(html)]));
  const today = version === CONSENT_VERSION ? CONSENTS : null;
  return new Map(
    given.map((consent) => [consent, kept.get(consentKind(consent)) ?? today?.[consent] ?? consent]),
  );
}

/** Boxes are one line without markup. */
function asText(html: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return html.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name] ?? '');
}
