import { Component, type ReactNode } from 'react';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { useReachable } from '#web/api/reachability.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface ErrorsProps {
  /** The address: going elsewhere is another try. */
  readonly at: string;
  readonly onShown: () => void;
  readonly children: ReactNode;
}

interface ErrorsState {
  readonly at: string;
  readonly error: unknown;
}

/** Shows the error page in place of a page that broke. */
export class Errors extends Component<ErrorsProps, ErrorsState> {
  override state: ErrorsState = { at: this.props.at, error: null };

  static getDerivedStateFromError(error: unknown): Partial<ErrorsState> {
    return { error: error ?? new Error('A page threw nothing') };
  }

  static getDerivedStateFromProps({ at }: ErrorsProps, state: ErrorsState): ErrorsState | null {
    return at === state.at ? null : { at, error: null };
  }

  override componentDidCatch(): void {
    this.props.onShown();
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <ErrorPage error={this.state.error} />;
  }
}

/** The page broke. After a new version is put up, an old page no longer finds its parts: a reload is the cure for that too. */
function ErrorPage({ error }: { error: unknown }) {
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
