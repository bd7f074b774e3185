import { createHash } from 'node:crypto';

/** An export of the hosted database: `{users: {uid: doc} | [{uid, …}], creditPackages, creditPurchases}`. */
export interface ExportedUser {
  /** As it stands in the file; „#3” where there is none. */
  readonly uid: string;
  readonly hasUid: boolean;
  readonly document: unknown;
}

export interface ExportedRow {
  /** As it stands in the file, or made of the row itself: the same row has the same one next time. */
  readonly id: string;
  readonly document: unknown;
}

export interface Export {
  readonly users: readonly ExportedUser[];
  readonly creditPackages: readonly ExportedRow[];
  readonly creditPurchases: readonly ExportedRow[];
}

/** Throws Error when the file has no users where they belong. */
export function readExport(json: unknown): Export {
  if (!isMap(json) || !(isMap(json.users) || Array.isArray(json.users)))
    throw new Error('The file is no export: it needs {"users": {uid: document}} or {"users": [{"uid": …}]}.');
  const entries: [unknown, unknown][] = Array.isArray(json.users)
    ? json.users.map((document: unknown) => [isMap(document) ? document.uid : undefined, document])
    : Object.entries(json.users);
  return {
    users: entries.map(([uid, document], at) => {
      const hasUid = isUid(uid);
      return { uid: hasUid ? uid : `#${at + 1}`, hasUid, document };
    }),
    creditPackages: toExportedRows(json.creditPackages),
    creditPurchases: toExportedRows(json.creditPurchases),
  };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The form of the hosted database's ids; nothing that could break a line of the report. */
function isUid(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.:@+-]{1,128}$/.test(value);
}

function toExportedRows(collection: unknown): ExportedRow[] {
  if (typeof collection !== 'object' || collection === null) return [];
  return Object.entries(collection).map(([key, document]: [string, unknown]) => {
    const named = Array.isArray(collection) ? isMap(document) && document.id : key;
    return { id: isUid(named) ? named : hashDocument(document), document };
  });
}

function hashDocument(document: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(document) ?? '')
    .digest('hex')
    .slice(0, 32);
}
