import * as z from 'zod';

/** Job that carries out every sending that is due. */
export const SEND_INTO_ADVERTS = { name: 'send-into-adverts', payload: z.object({}) } as const;
