import { useQuery } from '@tanstack/react-query';
import { type CatalogueReply, readModel, readModels, type TriedModel } from '#contract/admin/admin.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { Fact } from '#web/features/admin/shared/fact.tsx';
import { MODELS, ModelList, SetModel } from '#web/features/admin/system/model-list.tsx';
import { modelSentence, remarkWords } from '#web/features/admin/system/model-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

/** Interval of reading again, while a model is on its way and otherwise. */
const [SOON_MS, LATER_MS] = [1_500, 15_000];

/** Shows which model cuts out, and lets admins choose; the one in use is tried when the page opens. */
export function CutoutModel() {
  const query = useQuery({
    queryKey: MODELS,
    queryFn: ({ signal }) => call(readModels, {}, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'fetching' ? SOON_MS : LATER_MS),
    staleTime: 0,
  });
  const { data } = query;
  return (
    <section aria-label="Model de decupare" className="min-w-0">
      <h2 className="text-2xl">Model de decupare</h2>
      {data && (
        <>
          <p role="status" className="mt-3">
            {modelSentence(data)}
          </p>
          <Arrived reply={data} />
          {data.isOpen ? <ModelList reply={data} /> : <SetModel reply={data} />}
          <Trial of={data.inUse ?? data.state} />
        </>
      )}
      <ReadFailed query={query} />
      {query.isPending && <LoadingNote />}
    </section>
  );
}

function Arrived({ reply: { state, chosen, doneBytes, models } }: { reply: CatalogueReply }) {
  const model = models.find(({ key }) => key === chosen);
  if (state !== 'fetching' || !model) return null;
  return (
    <progress
      value={doneBytes}
      max={model.bytes}
      aria-label={`${model.name}: cât s-a descărcat`}
      className="mt-3 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-signal"
    />
  );
}

/** Tries the model in use. `of`: its key; another one is tried anew. */
function Trial({ of }: { of: string }) {
  const query = useQuery({
    queryKey: ['admin-model', of],
    queryFn: ({ signal }) => call(readModel, {}, { signal }),
    staleTime: 0,
  });
  const { data, isFetching, refetch } = query;
  const model = data?.model;
  return (
    <>
      {model && (
        <>
          <h3 className="mt-6 text-lg">Încercat acum</h3>
          <Tried model={model} failed="Modelul nu merge. Se decupează fără el." />
        </>
      )}
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
    </>
  );
}

function Tried({ model, failed }: { model: TriedModel; failed: string }) {
  return (
    <>
      {model.problem && (
        <div role="alert" className="mt-4 rounded-3xl bg-danger-wash p-5">
          <p className="font-medium text-danger">
            {model.remark === 'noisy' ? 'Modelul decupează cu zgomot.' : failed}
          </p>
          {model.remark ? (
            <p className="mt-1.5 text-sm">{remarkWords(model.remark)}</p>
          ) : (
            <p className="mt-1.5 text-sm break-words" lang="en">
              {model.problem}
            </p>
          )}
        </div>
      )}
      {model.remark && !model.problem && <p className="mt-4 text-sm">{remarkWords(model.remark)}</p>}
      {model.name !== null && (
        <dl className="mt-4">
          <Fact name="Nume">{model.name}</Fact>
          <Fact name="Licență">{model.licence}</Fact>
          {model.milliseconds !== null && <Fact name="O fotografie">{model.milliseconds} ms</Fact>}
          <Fact name="SHA-256">
            <span className="font-mono text-xs break-all">{model.sha256}</span>
          </Fact>
        </dl>
      )}
    </>
  );
}
