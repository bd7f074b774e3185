import { ok } from 'node:assert/strict';
import type { InvoiceBuyer } from '#domain/invoices/snapshot.ts';
import { createAnafClient } from '#server/adapters/anaf/anaf-client.ts';
import type { Anaf } from '#server/adapters/anaf/port.ts';
import { startStandIn } from '#server/adapters/stand-in.ts';
import { sealAccess } from '#server/payments/anaf/anaf-pair.ts';
import { saveAnaf } from '#server/payments/anaf/anaf-store.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { mendInvoice } from '#server/payments/invoices/reissue-invoice.ts';
import { sendDocuments } from '#server/payments/sending/send-documents.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { lockOrder } from '#server/payments/store/order-store.ts';
import type { SendingRow } from '#server/payments/store/sending-store.ts';
import type { TestApp } from '#testing/app.ts';
import { handInShop } from '#testing/shop/hand-in-shop.ts';

const CIF = '14399840';
const CALLBACK = 'https://fotolot.example/callback';
const MINUTE = 60_000;

const FIRM: InvoiceBuyer = {
  kind: 'firm',
  name: 'Auto Test SRL',
  cui: '9000000011',
  registrationNumber: null,
  vatPayer: true,
  street: 'Str. Lungă 1',
  city: 'Brașov',
  county: 'BV',
  postalCode: null,
};

interface Office {
  readonly documents: readonly {
    readonly index: string;
    readonly method: string;
    readonly stare: string;
    readonly sha256: string;
    readonly downloadId: string | null;
  }[];
  readonly arrivals: readonly { readonly sha256: string; readonly path: string }[];
  readonly calls: readonly { readonly path: string; readonly status: number }[];
  readonly counts: Readonly<Record<string, number>>;
  /** Calls that have a limit, by day and thing. */
  readonly today: Readonly<Record<string, number>>;
}

/** A shop of real documents whose ANAF is the stand-in's program, by one clock that the test moves. */
export async function anafShop(t: TestApp, { callMs = 1500 }: { callMs?: number } = {}) {
  const standIn = startStandIn('anaf', { CIFS: CIF, REDIRECT_URIS: CALLBACK }, t.app.log);
  const findPlace = async () => {
    const { url, clientId, clientSecret } = JSON.parse(await standIn.url());
    return { signIn: url, api: url, clientId, clientSecret };
  };
  const now = () => t.app.now();
  const anaf: Anaf = createAnafClient({
    mode: 'live',
    environment: 'test',
    findPlace,
    now,
    pace: async () => {},
    callMs,
  });
  const own = await handInShop({ ...t, app: { ...t.app, eFactura: 'live', anaf } }, '2026-11-20T00:00:00Z');
  const { app } = own;
  async function sim<T = unknown>(path: string, body?: object, method = 'POST'): Promise<T> {
    const { api } = await findPlace();
    const sent = body && {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${api}/__sim${path}`, sent);
    ok(answer.ok, `${path}: ${answer.status}`);
    return (await answer.json()) as T;
  }
  /** Moves ANAF's clock to ours. */
  async function meetClocks(): Promise<void> {
    const office = await sim<{ now: string }>('');
    await sim('/clock', { seconds: (app.now().getTime() - Date.parse(office.now)) / 1000 });
  }
  const advance = async (minutes: number) => {
    t.advance(minutes * MINUTE);
    await sim('/clock', { seconds: minutes * 60 });
  };
  const rows = (): Promise<SendingRow[]> =>
    app.db.selectFrom('efactura_sendings').selectAll().orderBy('released_at').orderBy('invoice_id').execute();
  return {
    ...own,
    anaf,
    sim,
    meetClocks,
    advance,
    rows,
    setFaults: (faults: object) => sim('/faults', faults, 'PUT'),
    office: () => sim<Office>(''),
    async connect(): Promise<void> {
      const page = new URL(await anaf.connectUrl({ state: 's', redirectUri: CALLBACK }));
      const body = new URLSearchParams([...page.searchParams, ['certificate', '1234AA456']]);
      const consent = await fetch(page.origin + page.pathname, { method: 'POST', body, redirect: 'manual' });
      const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
      const grant = await anaf.exchangeCode({ code, redirectUri: CALLBACK });
      const id = app.newId('anf');
      await app.change(({ tx }) =>
        saveAnaf(tx, {
          connection: {
            id,
            mode: 'live',
            cif: CIF,
            connected_by: 'usr_admin',
            connected_at: app.now(),
            broken_since: null,
            right_missing_since: null,
            right_words: null,
          },
          access: sealAccess(app, id, { grant, before: null, now: app.now() }),
        }),
      );
    },
    /** Runs the job once a minute for some minutes. */
    async run(minutes = 1): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        await sendDocuments(app);
        await advance(1);
      }
    },
    /** A document of today, with its files. */
    async issue(): Promise<InvoiceRow> {
      const row = await own.only(await own.paidOrder());
      await makeInvoiceFiles(app, { invoiceId: row.id });
      return row;
    },
    makeFiles: () => makeInvoiceFiles(app),
    /** Takes an invoice back and makes it again, to a firm. */
    async mend({ order_id: orderId }: InvoiceRow): Promise<{ storno: InvoiceRow; invoice: InvoiceRow }> {
      const { storno, invoice } = await app.change(async (unit) =>
        mendInvoice(unit, app, {
          order: await lockOrder(unit.tx, orderId),
          buyer: FIRM,
          reason: 'Date greșite ale cumpărătorului',
        }),
      );
      ok(storno);
      for (const { id } of [storno, invoice]) await makeInvoiceFiles(app, { invoiceId: id });
      return { storno, invoice };
    },
    async stateOf({ id }: InvoiceRow): Promise<string> {
      const row = (await rows()).find(({ invoice_id: of }) => of === id);
      return row ? row.state : 'none';
    },
    close: () => standIn.close(),
  };
}
