import type { FastifyReply } from 'fastify';

/** Origins beyond our own that our pages may reach. */
export interface OtherOrigins {
  readonly pictures: readonly string[];
  readonly forms: readonly string[];
  /** Google's tag, in the one document that counts: the script and where it sends to. */
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
    // The one document of ours that lets itself be framed.
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...forms].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The document that counts: our own script and Google's, nothing to look at, only ever inside a page of ours. */
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

/** A stored file is a picture and nothing else, even when opened by itself, and in no frame. */
export const FILE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** A document without a script. */
export const DOCUMENT_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** A document with a form of ours, and without a script. */
export const FORM_POLICY = DOCUMENT_POLICY.replace("form-action 'none'", "form-action 'self'");

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin',
  // The popup of a sign-in keeps its opener only so.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
};

/** The headers of every response. */
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

/** Not kept: the next one may have to let another tag in. */
export function letTagIn(reply: FastifyReply, { tag }: OtherOrigins): void {
  reply.header('content-security-policy', measurePolicy(tag));
  reply.header('x-frame-options', 'SAMEORIGIN');
  reply.header('cache-control', 'no-store');
}

/** For responses in which a popup comes back from another site: with our own opener policy it would lose the page that waits for it. */
export function keepOpener(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', 'unsafe-none');
}
