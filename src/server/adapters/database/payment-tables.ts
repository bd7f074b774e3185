import type { ColumnType, Generated } from 'kysely';
import type { InvoiceCause } from '#domain/invoices/series.ts';
import type { InvoiceKind, InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import type { BillingDetails } from '#domain/payments/billing.ts';
import type { Consent } from '#domain/payments/consents.ts';
import type { BlockReason, OrderState, ReviewReason } from '#domain/payments/order-state.ts';
import type { DeclineReason } from '#domain/payments/provider-status.ts';
import type { DebtCause, WayPaid } from '#domain/payments/withdrawals.ts';
import type { AgreedFigures } from '#domain/plans/agreed-figures.ts';
import type { Defaulted, InstantColumn, Json } from './columns.ts';

/** Packages, checkouts, orders, purchases. */
export interface PaymentTables {
  credit_packages: {
    id: string;
    name: string;
    credits: number;
    price_bani: number;
    currency: Defaulted<'RON'>;
    is_active: Defaulted<boolean>;
    default_key: string | null;
    created_at: Defaulted<Date>;
    updated_at: Defaulted<Date>;
  };
  billing_profiles: { user_id: string; details: Json<BillingDetails>; updated_at: InstantColumn };
  checkouts: {
    id: string;
    user_id: string;
    item: string;
    price_bani: number;
    shown_days: number | null;
    billing: Json<BillingDetails>;
    consents: Json<StoredConsents>;
    figures: Json<AgreedFigures> | null;
    return_to: string | null;
    created_at: InstantColumn;
  };
  orders: {
    id: string;
    user_id: string;
    checkout_id: string | null;
    kind: 'package' | 'plan';
    item: string;
    name: string;
    credits: number;
    amount_bani: number;
    currency: Defaulted<'RON'>;
    shown_days: number | null;
    mode: 'simulator' | 'sandbox' | 'live' | 'imported';
    state: OrderState;
    is_granted: Defaulted<boolean>;
    held_for: BlockReason | null;
    is_cancelled_by_provider: Defaulted<boolean>;
    told_admins: ColumnType<ReviewReason[], string | undefined, string>;
    provider_id: string | null;
    payment_url: string | null;
    customer_action: Json<StoredAction> | null;
    authentication_token: string | null;
    decline_reason: DeclineReason | null;
    return_to: string | null;
    rev: Generated<number>;
    created_at: InstantColumn;
    started_at: InstantColumn | null;
    paid_at: InstantColumn | null;
    plan_starts_at: InstantColumn | null;
    is_late: Defaulted<boolean>;
    next_check_at: InstantColumn | null;
    checks: Generated<number>;
  };
  order_keys: { user_id: string; key: string; order_id: string };
  order_events: {
    order_id: string;
    seq: number;
    source: 'us' | 'user' | 'notification' | 'status' | 'admin' | 'import';
    event: string;
    data: Json<Record<string, unknown>>;
    created_at: InstantColumn;
  };
  refunds: {
    id: string;
    order_id: string;
    asked_by: string;
    reason: string;
    amount_bani: number;
    withdrawn: number;
    state: Defaulted<'asked' | 'done' | 'refused'>;
    created_at: InstantColumn;
    ended_at: InstantColumn | null;
  };
  withdrawals: {
    id: string;
    order_id: string;
    user_id: string;
    refund_id: string;
    name: string;
    email: string;
    words: string;
    came_by: 'settings' | 'page' | 'earlier';
    amount_bani: number;
    created_at: InstantColumn;
  };
  withdrawal_debts: {
    withdrawal_id: string;
    amount_bani: number;
    cause: DebtCause;
    owed_since: InstantColumn;
    /** Days as „2026-12-08”. */
    pay_until: ColumnType<string, string, never>;
    paid_way: WayPaid | null;
    paid_on: ColumnType<string | null, string | null, string>;
    reference: string | null;
    marked_by: string | null;
    marked_at: InstantColumn | null;
  };
  /** `last_day`: as „2026-12-09”. */
  buyer_keys: { order_id: string; address_key: string; last_day: string };
  withdrawal_links: {
    token_hash: string;
    order_id: string;
    email: string;
    name: string;
    expires_at: InstantColumn;
  };
  invoice_series: { series: string; first: number; next: number; created_at: Defaulted<Date> };
  invoices: {
    id: string;
    series: string;
    number: number;
    kind: InvoiceKind;
    cause: InvoiceCause;
    order_id: string;
    user_id: string;
    refund_id: string | null;
    corrects: string | null;
    replaces: string | null;
    issued_on: string;
    paid_on: string | null;
    net_bani: number;
    vat_bani: number;
    gross_bani: number;
    vat_percent: number | null;
    mode: 'simulator' | 'sandbox' | 'live';
    is_restored: Defaulted<boolean>;
    snapshot: Json<StoredSnapshot>;
    pdf_sha256: string | null;
    xml_sha256: string | null;
    created_at: InstantColumn;
    forgotten_at: InstantColumn | null;
  };
  payment_notices: {
    body_sha512: string;
    order_id: string | null;
    provider_id: string | null;
    received_at: InstantColumn;
  };
  credit_purchases: {
    id: string;
    order_id: string;
    user_id: string;
    kind: 'package' | 'plan';
    name: string;
    credits: number;
    price_bani: number;
    currency: Defaulted<'RON'>;
    created_at: InstantColumn;
  };
}

/** The buyer, and the reason that may name them, go when the years of the books are over. */
export type StoredSnapshot = Omit<InvoiceSnapshot, 'buyer'> & {
  readonly buyer: InvoiceSnapshot['buyer'] | null;
};

/** The consents that were ticked, the version of their text, when and from where. */
export interface StoredConsents {
  readonly version: string;
  readonly given: readonly Consent[];
  readonly at: string;
  readonly address: string;
  /** Of the terms as they were shown; missing where the version before wrote it. */
  readonly termsSha256?: string | null;
}

export interface StoredAction {
  readonly url: string;
  readonly method: 'POST';
  readonly parameters: Readonly<Record<string, string>>;
}
