import type { DeclineReason, PaymentState } from '#domain/payments/provider-status.ts';

export type PaymentMode = 'simulator' | 'sandbox' | 'live';

/**
 * The outcome of a call. not-sent: nothing left this machine, or it was turned away unread. unknown: it may have been carried out, so only
 * a status reading can tell. refused: the provider said no to the call itself; `reason` and `code` are for the log, never for the screen.
 */
export type ProviderOutcome<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | {
      readonly kind: 'not-sent' | 'unknown' | 'refused';
      readonly reason: string;
      readonly code: string | null;
    };

export interface PayerDetails {
  readonly email: string;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly county: string;
  readonly city: string;
  /** Street and number. */
  readonly street: string;
  readonly postalCode: string;
}

export interface PaymentOrder {
  /** 1–64 letters, digits, _ or -; a new one for each attempt, never used again. */
  readonly orderId: string;
  readonly amountBani: number;
  /** Shown to the payer, at most 200 characters. */
  readonly description: string;
  readonly product: { readonly name: string; readonly code: string; readonly vatPercent: number };
  readonly billing: PayerDetails;
  readonly browser: { readonly ip: string; readonly userAgent: string; readonly language: string };
  /** The address for notifications, which the provider reaches without a redirect. */
  readonly notifyUrl: string;
  /** The address the browser comes back to, by GET or POST, with `orderId` in the query or without. */
  readonly returnUrl: string;
}

/** A form that the browser has to post before the payment goes on. */
export interface CustomerAction {
  readonly url: string;
  readonly method: 'POST';
  readonly parameters: Readonly<Record<string, string>>;
}

/** A payment as the provider describes it. Null: not said, or said in a way we do not understand. */
export interface PaymentReading {
  readonly orderId: string | null;
  readonly ntpId: string | null;
  readonly state: PaymentState;
  readonly declineReason: DeclineReason | null;
  readonly amountBani: number | null;
  readonly currency: string | null;
  readonly providerStatus: number | null;
  readonly providerCode: string | null;
}

export interface StartedPayment extends PaymentReading {
  /** The provider's page, or an action that it wants by GET. The address alone opens the order, so it is not for logs. */
  readonly paymentUrl: string | null;
  readonly customerAction: CustomerAction | null;
  /** Server only: `authenticate` needs it once the customer action comes back. */
  readonly authenticationToken: string | null;
}

export type NotificationProblem =
  | 'no-token'
  | 'malformed-token'
  | 'too-large'
  | 'algorithm'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'body-changed'
  | 'expired'
  | 'not-yet-valid';

export interface PaymentNotification extends PaymentReading {
  /** SHA-512 of the body, hex: the same notification sent again has the same. */
  readonly bodyHash: string;
  /** SHA-256 of the key that signed it, hex. */
  readonly keyFingerprint: string;
}

export type NotificationReading =
  | { readonly isVerified: true; readonly notification: PaymentNotification }
  /** `signedFor`: the order of a notification that its times alone make us refuse. */
  | {
      readonly isVerified: false;
      readonly problem: NotificationProblem;
      readonly signedFor?: string;
    };

/** The card provider: NETOPIA, or the simulator that speaks its protocol. Nothing here is repeated by itself but status readings. */
export interface Payments {
  /** „MOD TEST” is shown unless it is live. */
  readonly mode: PaymentMode;
  /** Allowed targets of a customer action's form, as sources of a content security policy. */
  readonly formTargets: readonly string[];
  start(order: PaymentOrder): Promise<ProviderOutcome<StartedPayment>>;
  /** Ends a customer action: `form` holds every field the bank's page posted, unaltered. */
  authenticate(answer: {
    readonly ntpId: string;
    readonly authenticationToken: string;
    readonly form: Readonly<Record<string, string>>;
  }): Promise<ProviderOutcome<PaymentReading>>;
  /** Reads a payment; safe at any time. */
  status(order: {
    readonly orderId: string;
    readonly ntpId: string | null;
  }): Promise<ProviderOutcome<PaymentReading>>;
  /** `answered` means given back, exactly this much. After `unknown` a person or a status reading decides, never a second call. */
  refund(payment: {
    readonly ntpId: string;
    readonly amountBani: number;
  }): Promise<ProviderOutcome<PaymentReading>>;
  /** Needs the body's very bytes. Replays are verified again: to know them is the order's business. */
  readNotification(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): NotificationReading;
  /** Returns the HTTP response to a notification: stored (null), or why it has to be sent again. */
  acknowledge(problem: NotificationProblem | 'busy' | null): {
    readonly status: number;
    readonly body: object;
  };
  close(): Promise<void>;
}
