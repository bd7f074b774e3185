import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { formatNumber } from '#domain/language/plural.ts';
import { platesAfter } from '#web/editor/ready/ready-batch.ts';
import { frameNumber } from '#web/text/batch-words.ts';

/** Shows „8 acoperite · pe 04, 07, 11 n-am găsit niciun număr”: each number leads to the photo and the tool. */
export function PlatesNote({ batch }: { readonly batch: Batch }) {
  const plates = platesAfter(batch);
  if (plates === null || (plates.covered === 0 && plates.none.length === 0)) return null;
  const { covered, none } = plates;
  return (
    <p className="mb-1 text-[0.9375rem]">
      Numere de înmatriculare:{' '}
      {covered > 0 && `${formatNumber(covered)} ${covered === 1 ? 'acoperit' : 'acoperite'}`}
      {covered > 0 && none.length > 0 && '\u00a0· '}
      {none.length > 0 && (
        <>
          pe{' '}
          {none.map(({ id }, i) => (
            <Fragment key={id}>
              <span className="whitespace-nowrap">
                <Link
                  to={`/process/${batch.id}?edit=1&foto=${id}&panou=plates`}
                  className="link inline-flex min-h-6 items-center"
                >
                  {frameNumber(batch.photoIds.indexOf(id), batch.photoIds.length)}
                </Link>
                {i < none.length - 1 && ','}
              </span>{' '}
            </Fragment>
          ))}
          n-am găsit niciun număr
        </>
      )}
    </p>
  );
}
