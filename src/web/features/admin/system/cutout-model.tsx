import { useQuery } from '@tanstack/react-query';
import { readModel, type TriedModel } from '#contract/admin/admin.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { Fact } from '#web/features/admin/shared/fact.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

/** Shows whether the operator's models work: they are tried when the page opens. */
export function CutoutModel() {
  const query = useQuery({
    queryKey: ['admin-model'],
    queryFn: ({ signal }) => call(readModel, {}, { signal }),
    staleTime: 0,
  });
  const { data, isFetching, refetch } = query;
  const model = data?.model;
  return (
    <section aria-label="Model de decupare" className="min-w-0">
      <h2 className="text-2xl">Model de decupare</h2>
      {model === null && (
        <p className="mt-1.5 text-sm text-ink-soft">
          Niciunul: fundalurile se decupează cu metoda proprie. Pentru un model ONNX al tău, vezi
          MODELS_FOLDER în documentație.
        </p>
      )}
      {model && <Tried model={model} failed="Modelul nu merge. Se decupează fără el." />}
      {data?.plates && (
        <>
          <h3 className="mt-6 text-lg">Detector de numere de înmatriculare</h3>
          <Tried model={data.plates} failed="Detectorul nu merge. Numerele se caută fără el." />
        </>
      )}
      {!data && <ReadFailed query={query} />}
      {query.isPending && <LoadingNote>Se încearcă modelul…</LoadingNote>}
      {(model || data?.plates) && (
        <p className="mt-4">
          <Button look="quiet" small disabled={isFetching} onClick={() => void refetch()}>
            Încearcă din nou
          </Button>
        </p>
      )}
    </section>
  );
}

function Tried({ model, failed }: { model: TriedModel; failed: string }) {
  return (
    <>
      {model.problem && (
        <div role="alert" className="mt-4 rounded-3xl bg-danger-wash p-5">
          <p className="font-medium text-danger">{failed}</p>
          <p className="mt-1.5 text-sm break-words" lang="en">
            {model.problem}
          </p>
        </div>
      )}
      {model.name !== null && (
        <dl className="mt-3">
          <Fact name="Nume">{model.name}</Fact>
          <Fact name="Licență">{model.licence}</Fact>
          <Fact name="Rulează pe">{model.runtime === 'opencv' ? 'OpenCV (încet)' : 'ONNX Runtime'}</Fact>
          {model.milliseconds !== null && <Fact name="O fotografie">{model.milliseconds} ms</Fact>}
          <Fact name="SHA-256">
            <span className="font-mono text-xs break-all">{model.sha256}</span>
          </Fact>
        </dl>
      )}
    </>
  );
}
