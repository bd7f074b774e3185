import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { makeLogo } from './make-logo.ts';

let folder: string;
describe('a file made into a logo', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fotolot-logos-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Returns the logo's pixels; null where the file itself is kept. */
  async function logoOf(bytes: Uint8Array | string) {
    const [source, path] = [join(folder, 'in'), join(folder, 'out.png')];
    await writeFile(source, bytes);
    if (!(await makeLogo({ source, path }))) return null;
    const { data, info } = await sharp(await readFile(path))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return {
      width,
      height,
      at: (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)],
    };
  }

  const svg = (body: string, attributes = 'viewBox="0 0 100 50"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;
  const RECT = '<rect width="100" height="50" fill="#c00"/>';

  /** Draws a red ring around a blue dot, with soft rims: 16 samples a pixel. */
  function ringOn(ground: readonly [number, number, number]): Promise<Buffer> {
    const [side, fine] = [200, 4];
    const data = new Uint8Array(side * side * 3);
    for (let at = 0; at < side * side; at++) {
      const sum = [0, 0, 0];
      for (let n = 0; n < fine * fine; n++) {
        const x = (at % side) + ((n % fine) + 0.5) / fine;
        const y = Math.floor(at / side) + (Math.floor(n / fine) + 0.5) / fine;
        const from = Math.hypot(x - 100, y - 100);
        const colour =
          from < 20
            ? [0, 0, 192]
            : from > 65 && from < 95
              ? [192, 0, 0]
              : from < 95
                ? [255, 255, 255]
                : ground;
        for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (colour[c] ?? 0);
      }
      data.set(
        sum.map((all) => Math.round(all / fine ** 2)),
        at * 3,
      );
    }
    return sharp(data, { raw: { width: side, height: side, channels: 3 } })
      .jpeg({ quality: 85 })
      .toBuffer();
  }

  describe('a logo as JPEG', () => {
    it('loses the white it stands on; its rim is ink that thins out, without a white seam', async () => {
      const logo = await logoOf(await ringOn([255, 255, 255]));
      ok(logo !== null);
      ok(Math.abs(logo.width - 190) <= 4 && Math.abs(logo.height - 190) <= 4, `${logo.width}×${logo.height}`);
      deepEqual(logo.at(0, 0)[3], 0);
      const middle = logo.height >> 1;
      const [red = 0, green = 0, , alpha] = logo.at(15, middle);
      ok(red > 180 && green < 20 && alpha === 255);
      // Laid over black, nothing along the outer edge is brighter than the ink itself.
      for (let y = 0; y < logo.height; y++)
        for (let x = 0; x < 12; x++) {
          const [, g = 0, b = 0, a = 0] = logo.at(x, y);
          ok((Math.max(g, b) * a) / 255 < 60, `a white seam at ${x}, ${y}`);
        }
      deepEqual(
        logo.at(logo.width >> 1, Math.round(logo.height * 0.3)),
        [255, 255, 255, 255],
        'what the ink closes in stays',
      );
    });

    it('stays as it is on another ground', async () => {
      equal(await logoOf(await ringOn([32, 64, 96])), null);
    });

    it('of nothing but white is refused', async () => {
      const white = sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } });
      await rejects(logoOf(await white.jpeg().toBuffer()), { code: 'photos/logo-empty' });
    });
  });

  describe('a logo as PNG, WebP or AVIF', () => {
    const dotOn = (background: string) =>
      sharp({ create: { width: 40, height: 30, channels: 4, background: '#fff0' } }).composite([
        { input: { create: { width: 4, height: 4, channels: 4, background } }, left: 9, top: 9 },
      ]);

    for (const format of ['png', 'webp', 'avif'] as const) {
      it(`stays as it is where something is seen, white on nothing too: ${format}`, async () => {
        equal(await logoOf(await dotOn('#fff').toFormat(format).toBuffer()), null);
      });

      it(`in which nothing is seen is refused: ${format}`, async () => {
        for (const unseen of ['#0000', '#f000', '#ff000003'])
          await rejects(logoOf(await dotOn(unseen).toFormat(format).toBuffer()), {
            code: 'photos/logo-empty',
          });
      });
    }
  });

  describe('a logo as SVG', () => {
    it('is drawn 2,000 px on its longer side, clear where nothing is', async () => {
      const logo = await logoOf(
        svg('<circle cx="50" cy="25" r="25" fill="#08f" fill-opacity="0.5"/><text x="0" y="40">Ș</text>'),
      );
      ok(logo !== null);
      equal(logo.height, 1000);
      const seen = logo.at(logo.width - 500, 500);
      ok(
        [0, 136, 255, 128].every((value, c) => Math.abs(value - (seen[c] ?? 0)) <= 2),
        String(seen),
      );
      const tall = await logoOf(svg('<rect width="1" height="50"/>', 'viewBox="0 0 1 50"'));
      deepEqual([tall?.width, tall?.height], [40, 2000]);
    });

    it('in which nothing is seen is refused', async () => {
      for (const body of [
        '',
        '<rect width="9" height="9" fill="none"/>',
        '<rect width="9" height="9" opacity="0.01"/>',
      ])
        await rejects(logoOf(svg(body)), { code: 'photos/logo-empty' }, body);
    });

    it('with something from elsewhere, a program or a page in it is refused in words', async () => {
      const outside = [
        '<image href="file:///etc/passwd" width="10" height="10"/>',
        '<image xlink:href="http://127.0.0.1:9/x.png" width="10" height="10"/>',
        '<use href="https://evil.example/a.svg#b"/>',
        '<style>@import url("http://evil.example/a.css");</style>',
        '<rect width="9" height="9" style="fill:url(http://evil.example/a.svg#b)"/>',
        '<filter id="f"><feImage href="//evil.example/x"/></filter>',
      ];
      for (const body of outside)
        await rejects(logoOf(svg(RECT + body)), { code: 'photos/svg-outside' }, body);
      const unsafe = [
        '<script>fetch("/")</script>',
        '<foreignObject width="9" height="9"><p>a</p></foreignObject>',
        '<rect width="9" height="9" onclick="x()"/>',
      ];
      for (const body of unsafe) await rejects(logoOf(svg(RECT + body)), { code: 'photos/svg-unsafe' }, body);
      const hidden = (body: string) => `<desc><![CDATA[<!--]]></desc>${body}<desc><![CDATA[-->]]></desc>`;
      await rejects(logoOf(svg(RECT + hidden(unsafe[0] as string))), { code: 'photos/svg-unsafe' });
      await rejects(logoOf(svg(RECT + hidden(outside[0] as string))), { code: 'photos/svg-outside' });
      const entities = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text y="20">&x;</text>')}`;
      await rejects(logoOf(entities), { code: 'photos/svg-unsafe' });
    });

    it('that would take the machine is refused before it is drawn', async () => {
      const levels = Array.from({ length: 12 }, (_, n) => {
        const inner = n === 0 ? '<rect width="1" height="1"/>' : `<use href="#g${n - 1}"/>`.repeat(10);
        return `<g id="g${n}">${inner}</g>`;
      });
      await rejects(logoOf(svg(`<defs>${levels.join('')}</defs><use href="#g11"/>`)), {
        code: 'photos/logo-heavy',
      });
      await rejects(logoOf(svg('<g>'.repeat(5000) + '</g>'.repeat(5000))), { code: 'photos/logo-heavy' });
      await rejects(logoOf(svg('<path d="M0 0"/>'.repeat(30_000))), { code: 'photos/logo-heavy' });
      await rejects(logoOf(svg('<!--'.repeat(480_000))), { code: 'photos/svg-broken' });
      const shallow = '<g><![CDATA[</g>]]>'.repeat(900) + '</g>'.repeat(900);
      await rejects(logoOf(svg(shallow)), { code: 'photos/logo-heavy' });
      await rejects(logoOf(svg(`<!--${'x'.repeat(2_000_000)}-->`)), { code: 'photos/too-large-file' });
    });

    it('that shows itself, is endless or broken ends in a logo or in words', async () => {
      const itself = await logoOf(svg(`${RECT}<g id="a"><use href="#a"/></g>`));
      equal(itself?.width, 2000);
      const codes = /^photos\/(svg-broken|logo-empty|logo-heavy)$/;
      for (const odd of [
        svg(RECT, 'viewBox="0 0 1000000000 1"'),
        svg(RECT, 'width="99999999" height="99999999"'),
        svg(RECT, 'viewBox="0 0 NaN 0"'),
        svg(RECT, 'viewBox="0 0 0 0"'),
        svg('<rect'),
        svg(''),
        '<svg><rect width="10" height="10"/></svg>',
        `${svg(RECT)}<svg>`,
      ]) {
        const logo = await logoOf(odd).catch((error: { code: string }) => error.code);
        if (typeof logo === 'string') ok(codes.test(logo), logo);
        else ok(logo !== null && Math.max(logo.width, logo.height) <= 2000);
      }
    });
  });
});
