import { Component, type ReactNode, Suspense } from 'react';
import { clearFailures } from '#web/ui/fetched.tsx';

interface SparePartProps {
  /** True while the page may not break, whatever of it cannot be fetched. */
  readonly isQuiet: boolean;
  readonly children: ReactNode;
}

interface SparePartState {
  readonly error: unknown;
  readonly wasQuiet: boolean;
}

/**
 * A part that the rest of the page can do without for a while. What breaks in it leaves a gap while `isQuiet`; afterwards it is tried once
 * more, and breaks the page as any part does.
 */
export class SparePart extends Component<SparePartProps, SparePartState> {
  override state: SparePartState = { error: null, wasQuiet: false };

  static getDerivedStateFromError(error: unknown): Partial<SparePartState> {
    return { error };
  }

  static getDerivedStateFromProps(
    { isQuiet }: SparePartProps,
    { wasQuiet }: SparePartState,
  ): Partial<SparePartState> {
    return wasQuiet && !isQuiet ? { error: null, wasQuiet: false } : { wasQuiet: isQuiet };
  }

  override componentDidCatch(): void {
    if (this.props.isQuiet) clearFailures();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return <Suspense>{this.props.children}</Suspense>;
    if (!this.props.isQuiet) throw error;
    return null;
  }
}
