import { useRouteError } from 'react-router';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { useReachable } from '#web/api/reachability.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** The page broke. After a new version is put up, an old page no longer finds its parts: a reload is the cure for that too. */
export function ErrorPage() {
  const error = useRouteError();
  const reachable = useReachable();
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <EmptyState
        heading="h1"
        title="Pagina s-a oprit"
        action={<Button onClick={() => window.location.reload()}>Reîncarcă pagina</Button>}
      >
        <p>
          {error instanceof ApiError
            ? errorMessage(error)
            : reachable
              ? 'Pozele și loturile tale sunt la locul lor. Reîncarcă pagina ca să continui.'
              : 'Fără legătură cu serverul. Pozele și loturile tale sunt la locul lor; reîncarcă pagina când revine.'}
        </p>
      </EmptyState>
    </main>
  );
}
