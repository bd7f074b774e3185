import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { exportId, instant } from '#contract/wire.ts';

const exportStatus = z.object({
  /** The newest; null when none was ever asked for, or it is gone. */
  last: z.nullable(
    z.object({
      id: exportId,
      state: z.enum(['waiting', 'ready', 'failed']),
      askedAt: instant,
      bytes: z.nullable(z.int()),
      expiresAt: z.nullable(instant),
    }),
  ),
  /** When the next one may be asked for; null when now. */
  nextAt: z.nullable(instant),
});
export type ExportStatus = z.infer<typeof exportStatus>;

export const readExport = defineRoute({
  method: 'GET',
  path: '/api/users/me/export',
  access: 'user',
  summary: 'The newest archive of all one’s data, and when another may be asked for',
  out: exportStatus,
});

export const askExport = defineRoute({
  method: 'POST',
  path: '/api/users/me/export',
  access: 'user',
  proof: true,
  event: 'export-asked',
  summary:
    'Asks for an archive of all one’s data; a mail says when it is ready. One a day; needs a fresh proof',
  out: exportStatus,
});

export const downloadExport = defineRoute({
  method: 'GET',
  path: '/api/exports/{exportId}/file',
  access: 'user',
  proof: true,
  event: 'export-downloaded',
  summary: 'An own archive that is ready; needs a fresh proof',
  params: z.object({ exportId }),
});
