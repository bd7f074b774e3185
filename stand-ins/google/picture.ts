import type { ServerResponse } from 'node:http';

const MOST = 1024;

/** `/pictures/NUMBER=s96-c`: a square of that many pixels in the account's own colour. */
export async function drawPicture(path: string, response: ServerResponse): Promise<void> {
  const [, sub = '', size = ''] = /^\/pictures\/(\d{1,30})=s(\d{1,4})-c$/.exec(path) ?? [];
  const side = Number(size);
  if (!side || side > MOST) return void response.writeHead(404).end();
  const { default: sharp } = await import('sharp');
  const hue = Number(BigInt(sub) % 360n);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 96 96">
    <rect width="96" height="96" fill="hsl(${hue} 45% 45%)"/>
    <circle cx="48" cy="38" r="17" fill="#fff"/><ellipse cx="48" cy="86" rx="32" ry="26" fill="#fff"/></svg>`;
  const bytes = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  // Pages of the client show it before they keep a copy of their own.
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.setHeader('content-type', 'image/jpeg').end(bytes);
}
