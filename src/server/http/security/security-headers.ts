import type { FastifyReply } from 'fastify';

/** Origins other than our own that our pages may reach. */
export interface OtherOrigins {
  readonly pictures: readonly string[];
  readonly forms: readonly string[];
  /** Google's tag, in the measuring document alone: its scripts and where it sends to. */
  readonly tag: { readonly scripts: readonly string[]; readonly hits: readonly string[] };
}

const buildContentPolicy = ({ pictures, forms }: Pick<OtherOrigins, 'pictures' | 'forms'>) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob: data:", ...pictures].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    // The measuring document is the only one of ours that may be framed.
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...forms].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Policy of the measuring document: our own script and Google's, nothing visible, framed only by our pages. */
const measurePolicy = ({ scripts, hits }: OtherOrigins['tag']) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["img-src 'self'", ...hits].join(' '),
    ["connect-src 'self'", ...hits].join(' '),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** A stored file is shown as a picture and nothing else, even when opened by itself, and in no frame. */
export const FILE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** Policy of a document without scripts. */
export const DOCUMENT_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Policy of a document with a form of ours and no scripts. */
export const FORM_POLICY = DOCUMENT_POLICY.replace("form-action 'none'", "form-action 'self'");

/** Policy of the page on which a phone adds photos by a link: our own script, which talks to our server alone. */
export const PHONE_POLICY = DOCUMENT_POLICY.replace(
  "default-src 'none'",
  "default-src 'none'; script-src 'self'; connect-src 'self'",
);

/** Policy of a document of ours for any reader: a small script of ours, which talks to no server, and a form of ours. */
export const READER_POLICY = FORM_POLICY.replace(
  "default-src 'none'",
  "default-src 'none'; script-src 'self'",
);

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin',
  // Without it the popup of a sign-in would lose its opener.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Returns the headers of every response. */
export function buildSecurityHeaders(
  isHttps: boolean,
  others: OtherOrigins,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': buildContentPolicy(others),
    ...HEADERS,
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

export function securityHeaders(reply: FastifyReply, isHttps: boolean, others: OtherOrigins): void {
  reply.headers(buildSecurityHeaders(isHttps, others));
}

/** Lets Google's tag in. The response isn't cached, since the next one may need another tag. */
export function letTagIn(reply: FastifyReply, { tag }: OtherOrigins): void {
  reply.header('content-security-policy', measurePolicy(tag));
  reply.header('x-frame-options', 'SAMEORIGIN');
  reply.header('cache-control', 'no-store');
}

/** For responses to a popup that comes back from another site: our own opener policy would cut it off from the page that waits for it. */
export function keepOpener(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', 'unsafe-none');
}
