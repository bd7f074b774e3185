import { Component, type ReactNode, startTransition } from 'react';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { isReachable, useReachable, whenBack } from '#web/api/reachability.ts';
import { Bare } from '#web/pages/layout/bare.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { clearFailures } from '#web/ui/fetched.tsx';
import { Button } from '#web/ui/fields/button.tsx';

interface ErrorsProps {
  /** The page's address: going elsewhere is another try. */
  readonly at: string;
  /** True when bars and footer stand around the page already. */
  readonly isInside?: boolean;
  readonly children: ReactNode;
}

interface ErrorsState {
  readonly at: string;
  readonly error: unknown;
}

/** Shows the error page in place of a page that broke, and the page itself once the connection that it lacked is back. */
export class Errors extends Component<ErrorsProps, ErrorsState> {
  override state: ErrorsState = { at: this.props.at, error: null };
  #stop = () => {};
  #wasBack = false;

  static getDerivedStateFromError(error: unknown): Partial<ErrorsState> {
    return { error: error ?? new Error('A page threw nothing') };
  }

  static getDerivedStateFromProps({ at }: ErrorsProps, state: ErrorsState): ErrorsState | null {
    return at === state.at ? null : { at, error: null };
  }

  override componentDidMount(): void {
    this.#stop = whenBack(() => {
      if (this.state.error === null) return;
      this.#wasBack = true;
      this.#tryAgain();
    });
  }

  override componentWillUnmount(): void {
    this.#stop();
  }

  override componentDidCatch(): void {
    clearFailures();
    // Some browsers keep that a part could not be fetched: then only a new page asks for it again.
    if (this.#wasBack && isReachable()) window.location.reload();
    this.#wasBack = false;
  }

  /** Tries again as a transition, so that the error stays until the page is ready. */
  readonly #tryAgain = () => startTransition(() => this.setState({ error: null }));

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const words = <ErrorWords error={error} onRetry={this.#tryAgain} />;
    return this.props.isInside ? <div className="page">{words}</div> : <Bare>{words}</Bare>;
  }
}

/** Says what broke. After a new version is put up, an old page no longer finds its parts: a reload is the cure for that too. */
function ErrorWords({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const reachable = useReachable();
  usePageTitle('Pagina nu s-a putut deschide');
  return (
    <EmptyState
      heading="h1"
      title="Pagina nu s-a putut deschide"
      action={
        reachable ? (
          <Button onClick={() => window.location.reload()}>Reîncarcă pagina</Button>
        ) : (
          <Button onClick={onRetry}>Încearcă din nou</Button>
        )
      }
    >
      <p role="alert">
        {error instanceof ApiError
          ? errorMessage(error)
          : reachable
            ? 'Pozele și loturile tale sunt la locul lor. Reîncarcă pagina ca să continui.'
            : 'Fără legătură cu serverul. Pozele și loturile tale sunt la locul lor; pagina se deschide singură când revine.'}
      </p>
    </EmptyState>
  );
}
