/** ANAF's interfaces of RO e-Factura. Calls throw AnafFailure (`#domain/invoices/anaf-failure.ts`). */

/** Access that an admin gave with a certificate; all of it is secret. Both tokens change with each renewal. */
export interface AnafGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** 90 days as it is given. */
  readonly expiresAt: Date;
  /** 365 days as it is given. */
  readonly refreshExpiresAt: Date;
}

/** `upload` for firms, `uploadb2c` for persons. */
export type AnafCounter = 'firm' | 'person';

export type UploadState =
  | { readonly state: 'in-progress' }
  /** Accepted; its signed file is fetched by `downloadId`. */
  | { readonly state: 'ok'; readonly downloadId: string }
  /** Rejected; null: no file says why. */
  | { readonly state: 'nok'; readonly downloadId: string | null; readonly detail: string | null };

/** T: sent by us; E: errors of what we sent; P: received; R: a buyer's message. */
export type MessageFilter = 'T' | 'E' | 'P' | 'R';

export interface AnafMessage {
  readonly downloadId: string;
  /** Index of the upload that it is about; null where there is none. */
  readonly uploadIndex: string | null;
  readonly createdAt: Date;
  readonly type: string;
  readonly details: string;
}

export interface MessagePage {
  readonly messages: readonly AnafMessage[];
  readonly isLast: boolean;
}

export interface Anaf {
  readonly mode: 'stand-in' | 'test' | 'live';
  /** Returns ANAF's page on which an admin chooses a certificate. Throws an Error when the stand-in does not start. */
  connectUrl(facts: { readonly state: string; readonly redirectUri: string }): Promise<string>;
  exchangeCode(facts: { readonly code: string; readonly redirectUri: string }): Promise<AnafGrant>;
  renew(refreshToken: string): Promise<AnafGrant>;
  /** Throws where the access is not taken; returns ANAF's greeting. */
  greet(accessToken: string): Promise<string>;
  /** Sends a document's bytes as they are. Returns the index of the upload. `cif`: digits, without RO. */
  upload(
    accessToken: string,
    document: { readonly cif: string; readonly counter: AnafCounter; readonly xml: Uint8Array },
  ): Promise<string>;
  readState(accessToken: string, uploadIndex: string): Promise<UploadState>;
  /** Returns the ZIP with the document, or with its errors, and ANAF's signature. */
  download(accessToken: string, downloadId: string): Promise<Uint8Array>;
  /** Returns a page of messages, the first has number 1. A time past ANAF's clock is refused. */
  listMessages(
    accessToken: string,
    facts: {
      readonly cif: string;
      readonly from: Date;
      readonly until: Date;
      readonly page: number;
      readonly filter: MessageFilter;
    },
  ): Promise<MessagePage>;
}
