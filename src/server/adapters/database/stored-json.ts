import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import type { Consent } from '#domain/payments/consents.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';

/** Contents of JSON columns that are no value of the domain. */

/** A change stored for the live stream: a patch, or the word that a document or list must be read again. */
export type StoredEvent =
  | { readonly type: 'patch'; readonly key: string; readonly rev: number; readonly patch: unknown }
  | { readonly type: 'document'; readonly key: string }
  | { readonly type: 'changed'; readonly key: string };

/** Why a photo was refused or failed: an error's code, with the details of its sentence. */
export interface StoredRefusal {
  readonly code: string;
  readonly details: Record<string, unknown>;
}

/** Settings of one photo that a run froze. */
export interface FrozenEdits {
  readonly exception: PhotoOverrides;
  /**
   * Plates to cover: confirmed ones, and those that the recipe or the start covers by itself; missing in runs from before plates were
   * known.
   */
  readonly plates?: readonly Quad[];
  /** Null: the photo's cut-out was not to be trusted. Missing: there was none yet, and the run makes one if it needs it. */
  readonly cutoutId?: string | null;
}

/** Photos and results that a user wants in one ZIP. */
export interface ChosenFiles {
  readonly photoIds: readonly string[];
  readonly resultIds: readonly string[];
}

/** The buyer, and the reason that may name them, are removed when the years of the books are over. */
export type StoredSnapshot = Omit<InvoiceSnapshot, 'buyer'> & {
  readonly buyer: InvoiceSnapshot['buyer'] | null;
};

/** The consents that were ticked, the version of their text, when and from where. */
export interface StoredConsents {
  readonly version: string;
  readonly given: readonly Consent[];
  readonly at: string;
  readonly address: string;
  /** SHA-256 of the terms as shown; missing where the version before wrote it. */
  readonly termsSha256?: string | null;
}

export interface StoredAction {
  readonly url: string;
  readonly method: 'POST';
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a copy was called when it came into a lot. */
export interface CameAs {
  readonly name: string;
  readonly folder: string | null;
  readonly shot: string | null;
}
