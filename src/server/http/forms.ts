import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { isStorable } from '#server/http/handle.ts';

export type FormFields = Readonly<Record<string, string>>;

/** Lets a plugin's routes take forms of pages, and no other body. A text that cannot be stored is `http/bad-request`. */
export function acceptForms(own: FastifyInstance, { bodyLimit }: { readonly bodyLimit: number }): void {
  own.removeAllContentTypeParsers();
  own.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_, body, done) => {
      const fields = Object.fromEntries(new URLSearchParams(String(body)));
      if (isStorable(fields)) done(null, fields);
      else done(new AppError('http/bad-request'), undefined);
    },
  );
}

/** Returns the form's fields; none where there was no body. */
export function readFormFields({ body }: FastifyRequest): FormFields {
  return (body ?? {}) as FormFields;
}
