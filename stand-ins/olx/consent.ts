import { renderConsent, renderRefusal } from './pages.ts';
import type { Portal } from './portal.ts';
import { isRedirect } from './tokens.ts';

export interface ConsentAnswer {
  readonly status: number;
  readonly html?: string;
  readonly location?: string;
}

/** /oauth/authorize/: asks the seller; the answer goes back to an address of the application, compared letter by letter. */
export function answerConsent(
  portal: Portal,
  { query, form }: { query: URLSearchParams; form: URLSearchParams | null },
): ConsentAnswer {
  const { application, tokens, faults } = portal;
  const asked = Object.fromEntries(form ?? query);
  const { client_id: clientId, redirect_uri: sentUri, response_type: type, state, scope = '' } = asked;
  const redirectUri =
    sentUri ?? (application.redirectUris.length === 1 ? application.redirectUris[0] : undefined);
  if (clientId !== application.clientId || faults.application !== 'approved')
    return { status: 400, html: renderRefusal('Aplicația nu este cunoscută sau nu este aprobată.') };
  if (redirectUri === undefined || !isRedirect(application, redirectUri))
    return { status: 400, html: renderRefusal('Adresa de întoarcere nu este una a aplicației.') };
  const back = (facts: Readonly<Record<string, string>>) => {
    const target = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...facts, ...(state !== undefined && { state }) }))
      target.searchParams.set(name, value);
    return { status: 302, location: target.href };
  };
  if (type !== 'code') return back({ error: 'unsupported_response_type' });
  if (!scope.split(' ').includes('v2')) return back({ error: 'invalid_scope' });
  if (form === null) return { status: 200, html: renderConsent({ ...asked, redirect_uri: redirectUri }) };
  const seller = Number(form.get('seller'));
  // What a refusal answers is presupus, as OAuth has it.
  return seller === 0
    ? back({ error: 'access_denied' })
    : back({ code: tokens.makeCode(seller, redirectUri) });
}
