import { API_UPLOADS_PATH } from '#contract/api/v1.ts';
import type { ApiTag } from '#contract/route.ts';
import type { Parameter } from '#server/http/open-api.ts';

export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly ApiTag[];
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: object }>>;
  };
  readonly [field: string]: unknown;
}

interface Shared {
  /** Refusals. */
  readonly responses: object;
  /** Headers of every reply. */
  readonly headers: object;
}

const TUS = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  schema: { type: 'string', enum: ['1.0.0'] },
};
const PHOTO_ID = {
  name: 'photoId',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^img_[a-z0-9]{20,32}$' },
};
const buildHeader = (name: string, schema: object, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});
const BYTES = { type: 'integer', minimum: 0 };

/** Returns the three requests of tus 1.0, which the contract's routes do not have: an upload's id is the photo's id. */
export function describeUploads({
  responses,
  headers,
}: Shared): Record<string, Record<string, ApiOperation>> {
  const describe = (operationId: string, summary: string): ApiOperation => ({
    operationId,
    tags: ['photos'],
    summary,
    security: [{ key: [] }],
  });
  return {
    [API_UPLOADS_PATH]: {
      post: {
        ...describe('beginUpload', 'Anunță o fotografie; răspunsul spune în Location unde se trimite'),
        parameters: [
          TUS,
          buildHeader('Upload-Length', BYTES, 'Câți octeți are fișierul, cel mult 40 000 000.'),
          {
            ...buildHeader(
              'Upload-Metadata',
              { type: 'string' },
              'Perechi „nume valoare-în-base64” despărțite prin virgulă: name, batchId, key, takenAt, folder. Cu același key, fotografia se anunță o singură dată.',
            ),
            required: false,
          },
        ],
        responses: {
          201: {
            description: 'Anunțată',
            headers: {
              ...headers,
              Location: { description: `${API_UPLOADS_PATH}/{photoId}`, schema: { type: 'string' } },
            },
          },
          ...responses,
        },
      },
    },
    [`${API_UPLOADS_PATH}/{photoId}`]: {
      head: {
        ...describe('readUpload', 'Câți octeți au ajuns'),
        parameters: [PHOTO_ID, TUS],
        responses: {
          200: {
            description: 'OK',
            headers: { ...headers, 'Upload-Offset': { schema: BYTES }, 'Upload-Length': { schema: BYTES } },
          },
          ...responses,
        },
      },
      patch: {
        ...describe('sendUpload', 'Trimite octeții de la Upload-Offset încolo'),
        parameters: [PHOTO_ID, TUS, buildHeader('Upload-Offset', BYTES, 'Câți octeți au ajuns deja.')],
        requestBody: {
          required: true,
          content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: {
          204: { description: 'Au ajuns', headers: { ...headers, 'Upload-Offset': { schema: BYTES } } },
          ...responses,
        },
      },
    },
  };
}
