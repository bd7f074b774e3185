import { madeDifferent, safeFileName } from '#domain/batches/file-names.ts';
import { documentFileName } from '#domain/invoices/document-words.ts';
import { originalName } from '#domain/photos/original-name.ts';
import type { App } from '#server/app.ts';
import { invoiceKey, originalKey, publicPictureKey } from '#server/photos/file-keys.ts';
import { findAvatarKey } from '#server/users/profile/profile-store.ts';

export interface ExportedFile {
  readonly key: string;
  readonly name: string;
  readonly at: Date;
}

/** Returns a person's files: the avatar, originals by name, invoices, what own adverts had before, results by batch and output. */
export async function exportedFiles(app: App, userId: string): Promise<ExportedFile[]> {
  const photos = await app.db
    .selectFrom('photos')
    .select(['id', 'name', 'format', 'created_at'])
    .where('owner_id', '=', userId)
    .where('state', '=', 'ready')
    .where('purged_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const results = await app.db
    .selectFrom('results')
    .innerJoin('batches', 'batches.id', 'results.batch_id')
    .innerJoin('photos', 'photos.id', 'results.photo_id')
    .select([
      'results.file_key',
      'results.output_label',
      'results.suffix',
      'results.format',
      'results.created_at',
      'batches.number',
      'batches.name as lot',
      'photos.name as photo',
    ])
    .where('results.owner_id', '=', userId)
    .orderBy('batches.number')
    .orderBy('results.output_position')
    .orderBy('results.id')
    .execute();
  const invoices = await app.db
    .selectFrom('invoices')
    .select(['id', 'kind', 'series', 'number', 'pdf_sha256', 'xml_sha256', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('number')
    .execute();
  const avatar = await findAvatarKey(app.db, userId);
  const files = [
    ...(avatar === null ? [] : [{ key: avatar, name: 'profil.jpg', at: app.now() }]),
    ...photos.map(({ id, name, format, created_at }) => {
      const { stem, ending } = originalName(name, format ?? 'jpeg');
      return {
        key: originalKey(id),
        name: `fotografii/${safeFileName(stem, 'fotografie')}${ending}`,
        at: created_at,
      };
    }),
    ...invoices.flatMap((row) =>
      (['pdf', 'xml'] as const)
        .filter((kind) => row[`${kind}_sha256`] !== null)
        .map((kind) => ({
          key: invoiceKey(row.id, kind),
          name: `facturi/${documentFileName(row, kind)}`,
          at: row.created_at,
        })),
    ),
    ...(await listFormerFiles(app, userId)),
    ...results.map((row) => ({ key: row.file_key, name: resultName(row), at: row.created_at })),
  ];
  const names = madeDifferent(files.map(({ name }) => name));
  return files.map((file, i) => ({ ...file, name: names[i] ?? file.name }));
}

/** Pictures that own adverts had before a sending. */
async function listFormerFiles(app: App, userId: string): Promise<ExportedFile[]> {
  const rows = await app.db
    .selectFrom('advert_former_pictures as former')
    .innerJoin('advert_sendings as sending', 'sending.id', 'former.sending_id')
    .innerJoin('public_pictures as picture', 'picture.id', 'former.picture_id')
    .select(['picture.id', 'picture.created_at', 'sending.advert_title'])
    .where('sending.user_id', '=', userId)
    .where('picture.removed_at', 'is', null)
    .orderBy('sending.created_at')
    .orderBy('former.position')
    .execute();
  return rows.map(({ id, created_at, advert_title }) => ({
    key: publicPictureKey(id),
    name: `poze-vechi-din-anunturi/${safeFileName(advert_title, 'anunt')}.jpg`,
    at: created_at,
  }));
}

function resultName(row: {
  number: number;
  lot: string;
  output_label: string;
  photo: string;
  suffix: string;
  format: string;
}): string {
  const batch = safeFileName(`${String(row.number).padStart(4, '0')} ${row.lot}`, 'lot');
  const stem = safeFileName(row.photo.replace(/\.\w+$/, ''), 'fotografie');
  const extension = row.format === 'jpeg' ? 'jpg' : row.format;
  return `rezultate/${batch}/${safeFileName(row.output_label, 'variantă')}/${stem}${row.suffix}.${extension}`;
}
