import type { AnswerParts } from './answers.ts';
import type { PaymentMode, StartedPayment } from './port.ts';

export interface ProviderEndpoint {
  readonly mode: PaymentMode;
  /** The URL of the provider's API. */
  readonly baseUrl: URL;
}

/** A browser is sent nowhere but to the provider's own hosts over https; in simulator mode to the simulator. */
export function paymentPage(
  text: string | null | undefined,
  { mode, baseUrl }: ProviderEndpoint,
): string | null {
  const url = parseUrl(text);
  if (!url) return null;
  if (mode === 'simulator') return url.origin === baseUrl.origin ? url.href : null;
  const isProvider = /(^|\.)(netopia-payments\.com|mobilpay\.ro)$/.test(url.hostname);
  return isProvider && url.protocol === 'https:' && url.port === '' ? url.href : null;
}

/** Sources of a policy that lets exactly those forms out: banks are any https host, the simulator is one origin. */
export function formTargets({ mode, baseUrl }: ProviderEndpoint): string[] {
  return mode === 'simulator' ? [baseUrl.origin] : ['https:'];
}

/**
 * Returns the target of a customer action. The bank's page may be on any https host: the provider's verified connection vouches for it; in
 * simulator mode it is the simulator's own. An empty {} is no action. What is wanted by GET is a URL, its parameters in the query;
 * everything else is a form to post.
 */
export function customerAction(
  action: AnswerParts['customerAction'],
  endpoint: ProviderEndpoint,
): Pick<StartedPayment, 'paymentUrl' | 'customerAction'> | null {
  const url = parseUrl(action?.url);
  if (!url) return null;
  const isThere =
    endpoint.mode === 'simulator' ? url.origin === endpoint.baseUrl.origin : url.protocol === 'https:';
  if (!isThere) return null;
  const parameters = toStringFields(action?.formData ?? {});
  if (action?.type !== 'bnpl.paypo')
    return { paymentUrl: null, customerAction: { url: url.href, method: 'POST', parameters } };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { paymentUrl: url.href, customerAction: null };
}

function toStringFields(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const plain = Object.entries(fields).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]));
}

/** Null for what is no URL, or one that hides a name and password. */
function parseUrl(text: string | null | undefined): URL | null {
  const url = text ? URL.parse(text) : null;
  return url && !url.username && !url.password ? url : null;
}
