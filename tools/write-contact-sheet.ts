import { encodeProxy } from '#imaging/deliver/encode.ts';
import { CAP_HEIGHT, scaledMask, textMask } from '#imaging/overlays/mark-text.ts';
import { createFilled, flattenOnto, pasteOnto, type Raw, type Rgb } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';

/** Neither white nor black: what is padded, clear or blown out shows. */
const GROUND: Rgb = [142, 142, 150];
const INK: Rgb = [16, 16, 20];
const CELL = 560;
const GAP = 12;
const CAPTION = 30;
const CAP = 10;

export interface Cell {
  readonly picture: Raw;
  readonly caption: string;
}

/** A file as it is shown in a cell. */
export async function buildCell(path: string, caption: string): Promise<Cell> {
  const header = await readHeader(path);
  const scale = Math.min(1, CELL / Math.max(header.width, header.height));
  return { picture: flattenOnto(await decodePicture(header, sizeAt(header, scale)), GROUND), caption };
}

export async function writeContactSheet(path: string, rows: readonly (readonly Cell[])[]): Promise<void> {
  const heights = rows.map((row) => Math.max(...row.map(({ picture }) => picture.height)) + CAPTION + GAP);
  const contactSheet = createFilled(
    {
      width: GAP + Math.max(...rows.map(({ length }) => length)) * (CELL + GAP),
      height: GAP + heights.reduce((sum, height) => sum + height, 0),
    },
    GROUND,
  );
  let top = GAP;
  for (const [r, row] of rows.entries()) {
    for (const [c, { picture, caption }] of row.entries()) {
      const left = GAP + c * (CELL + GAP);
      pasteOnto(contactSheet, picture, { x: left, y: top });
      await write(contactSheet, caption, { left, top: top + picture.height + 8 });
    }
    top += heights[r] as number;
  }
  await writeSynced(path, await encodeProxy(contactSheet));
}

async function write(
  contactSheet: Raw,
  text: string,
  { left, top }: { left: number; top: number },
): Promise<void> {
  const mask = await textMask(text);
  if (mask === null) throw new Error('nothing to write');
  const scaled = await scaledMask(mask, Math.min(CELL, Math.round((mask.width * CAP) / CAP_HEIGHT)), 0);
  for (let y = 0; y < scaled.height && top + y < contactSheet.height; y++) {
    for (let x = 0; x < scaled.width; x++) {
      const share = (scaled.data[y * scaled.width + x] as number) / 255;
      const at = ((top + y) * contactSheet.width + left + x) * 3;
      for (let c = 0; c < 3; c++)
        contactSheet.data[at + c] = Math.round(
          (INK[c] as number) * share + (GROUND[c] as number) * (1 - share),
        );
    }
  }
}
