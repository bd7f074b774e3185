import type { DeclineReason, PaymentState } from '#domain/payments/provider-status.ts';

export type PaymentMode = 'simulator' | 'sandbox' | 'live';

/**
 * Outcome of a call. not-sent: nothing left this machine, or it was turned away unread. unknown: it may have been carried out, and only a
 * status reading can tell. refused: the provider said no to the call itself; `reason` and `code` are for the log, never for the screen.
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
  /** 1–64 letters, digits, _ or -; new for each attempt and never reused. */
  readonly orderId: string;
  readonly amountBani: number;
  /** Shown to the payer, at most 200 characters. */
  readonly description: string;
  readonly product: { readonly name: string; readonly code: string; readonly vatPercent: number };
  readonly billing: PayerDetails;
  readonly browser: { readonly ip: string; readonly userAgent: string; readonly language: string };
  /** Address for notifications, which the provider reaches without a redirect. */
  readonly notifyUrl: string;
  /** Address that the browser returns to, by GET or POST, with or without `orderId` in the query. */
  readonly returnUrl: string;
}

/** A form that the browser must post before the payment goes on. */
export interface CustomerAction {
  readonly url: string;
  readonly method: 'POST';
  readonly parameters: Readonly<Record<string, string>>;
}

/** A payment as the provider describes it. Null: not said, or not understood. */
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
  /** The provider's page, or an action that it wants by GET. The address alone opens the order, so it must not be logged. */
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
  /** SHA-512 of the body, hex: equal for a repeated notification. */
  readonly bodyHash: string;
  /** SHA-256 of the key that signed it, hex. */
  readonly keyFingerprint: string;
}

export type NotificationReading =
  | { readonly isVerified: true; readonly notification: PaymentNotification }
  /** `signedFor`: order of a notification that is refused for its times alone. */
  | {
      readonly isVerified: false;
      readonly problem: NotificationProblem;
      readonly signedFor?: string;
    };

/** Whether the provider lets our keys in. `unclear`: it did not say, or was not reached. */
export interface KeyCheck {
  readonly verdict: 'accepted' | 'refused' | 'unclear';
  /** Why, in the provider's own words and without our keys; null where it said nothing. */
  readonly words: string | null;
}

/**
 * The card provider: NETOPIA, or the simulator that speaks its protocol. Only status readings are retried. Calls report failures as
 * outcomes; `start` throws RangeError for an impossible order.
 */
export interface Payments {
  /** „MOD TEST” is shown unless it is live. */
  readonly mode: PaymentMode;
  /** Allowed targets of a customer action's form, as sources of a content security policy. */
  readonly formTargets: readonly string[];
  start(order: PaymentOrder): Promise<ProviderOutcome<StartedPayment>>;
  /** Ends a customer action: `form` holds every field that the bank's page posted, unaltered. */
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
  /** Reads a payment that was never begun, once: no order, page or notification comes of it. */
  checkKeys(): Promise<KeyCheck>;
  /** Gives money back; `answered` means exactly this much. After `unknown` a person or a status reading decides, never a second call. */
  refund(payment: {
    readonly ntpId: string;
    readonly amountBani: number;
  }): Promise<ProviderOutcome<PaymentReading>>;
  /** Verifies a notification by its very bytes. Replays are verified again: the order recognises them. */
  readNotification(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): NotificationReading;
  /** Returns the HTTP response to a notification: stored (null), or why it must be sent again. */
  acknowledge(problem: NotificationProblem | 'busy' | null): {
    readonly status: number;
    readonly body: object;
  };
  close(): Promise<void>;
}
