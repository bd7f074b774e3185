import type { FastifyReply } from 'fastify';

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A stored file is a picture and nothing else, even when opened by itself. */
export const FILE_POLICY = "default-src 'none'; sandbox";

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
};

export function securityHeaders(reply: FastifyReply, isHttps: boolean): void {
  for (const [name, value] of Object.entries(HEADERS)) reply.header(name, value);
  if (isHttps) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
}
