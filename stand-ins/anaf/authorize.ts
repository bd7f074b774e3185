import type { Office } from './office.ts';
import { renderCertificates, renderRefusal } from './pages.ts';
import { makeHtml, type Reply } from './replies.ts';
import { isRedirect } from './tokens.ts';

/** /anaf-oauth2/v1/authorize: a page with the certificates; the answer goes back to an address of the application, letter by letter. */
export function answerAuthorize(
  { application, certificates, tokens, faults }: Office,
  { query, form }: { query: URLSearchParams; form: URLSearchParams | null },
): Reply {
  const asked = Object.fromEntries(form ?? query);
  const { client_id: clientId, redirect_uri: redirectUri = '', response_type: type, state } = asked;
  if (clientId !== application.clientId)
    return makeHtml(400, renderRefusal('Aplicația nu este înregistrată în profilul OAuth.'));
  if (!isRedirect(application, redirectUri))
    return makeHtml(400, renderRefusal('Callback URL nu este cel al aplicației.'));
  const back = (facts: Readonly<Record<string, string>>): Reply => {
    const target = new URL(redirectUri);
    const told = { 'without-state': undefined, 'foreign-state': 'alt-state', state }[faults.callback];
    for (const [name, value] of Object.entries({ ...facts, ...(told !== undefined && { state: told }) }))
      target.searchParams.set(name, value);
    return { status: 302, body: '', headers: { location: target.href } };
  };
  if (type !== 'code') return back({ error: 'unsupported_response_type' });
  if (asked.token_content_type !== 'jwt')
    return makeHtml(400, renderRefusal('Lipsește token_content_type=jwt.'));
  if (form === null) return makeHtml(200, renderCertificates(asked, certificates));
  const certificate = certificates.find(({ serial }) => serial === form.get('certificate'));
  // What a refusal answers is presupus, as OAuth has it; a certificate that expired does not come through the handshake.
  if (certificate === undefined) return back({ error: 'access_denied' });
  if (certificate.isExpired) return makeHtml(403, renderRefusal('Certificatul a expirat.'));
  return back({ code: tokens.makeCode(certificate.serial, redirectUri) });
}
