import * as z from 'zod';

/** Job that copies the files of a page. */
export const COPY_PAGE = {
  name: 'copy-page',
  payload: z.object({ code: z.string().min(1) }),
} as const;
