import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** AWS Signature Version 4 in the Authorization header: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/;

export interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** What of a request is signed. */
export interface Signable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export function isSigned(request: Signable, url: URL, keys: Keys): boolean {
  const form = FORM.exec(request.headers.authorization ?? '');
  if (form === null || form[1] !== keys.accessKey) return false;
  if (!String(request.headers['x-amz-date']).startsWith(form[2] ?? '')) return false;
  return timingSafeEqual(signature(request, url, { form, keys }), Buffer.from(form[5] ?? '', 'hex'));
}

/** Returns the Authorization header for a request whose headers have changed since it was signed. */
export function signed(request: Signable, url: URL, keys: Keys): string {
  const { authorization = '' } = request.headers;
  const form = FORM.exec(authorization);
  if (form === null) throw new Error('The request is not signed');
  return authorization.replace(/[0-9a-f]{64}$/, signature(request, url, { form, keys }).toString('hex'));
}

function signature(
  request: Signable,
  url: URL,
  { form, keys }: { form: RegExpExecArray; keys: Keys },
): Buffer {
  const [, , day = '', region = '', names = ''] = form;
  const headers = names.split(';').map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replace(/\s+/g, ' ')}\n`,
  );
  const canonical = [
    request.method,
    (request.url ?? '/').split('?')[0],
    canonicalQuery(url),
    headers.join(''),
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const time = String(request.headers['x-amz-date']);
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${keys.secretKey}`,
  );
  return createHmac('sha256', signingKey).update(toSign).digest();
}

function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
}

/** RFC 3986: encodeURIComponent leaves five characters more. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
