import type { RegisteredFirm } from '#domain/payments/firms/registered-firm.ts';

/** The public registry of firms. */
export interface FirmRegistry {
  readonly mode: 'live' | 'stand-in';
  /** Resolves once a request can leave at once: a stand-in takes seconds to start, which would bring two requests together. */
  prepare(): Promise<void>;
  /** `cui`: digits. `day`: „2026-11-22”, for which the tax is asked. Asks once, for at most four seconds. */
  ask(cui: string, day: string): Promise<RegistryAnswer>;
}

export type RegistryAnswer =
  | { readonly outcome: 'found'; readonly firm: RegisteredFirm }
  | { readonly outcome: 'not-found' }
  /** It was asked too often; null: it does not say how long to wait. */
  | { readonly outcome: 'limit'; readonly waitSeconds: number | null }
  /** `why` is for the log. */
  | { readonly outcome: 'away'; readonly why: string };
