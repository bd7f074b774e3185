import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** AWS Signature Version 4 in the Authorization header: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/;

interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

export function isSigned(request: IncomingMessage, url: URL, { accessKey, secretKey }: Keys): boolean {
  const [, key, day = '', region = '', names = '', signature = ''] =
    FORM.exec(request.headers.authorization ?? '') ?? [];
  const time = String(request.headers['x-amz-date']);
  if (key !== accessKey || !time.startsWith(day)) return false;
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
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${secretKey}`,
  );
  const expected = createHmac('sha256', signingKey).update(toSign).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
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
