/** The EXIF block of a HEIF or AVIF: an item of its own. */
import { boxesIn, type IsoBox } from './boxes.ts';
import { itemLocations, itemsIn } from './heif-items.ts';

/** Takes the block out: returns a copy and renames its item in place, so that no decoder knows it for EXIF. */
export function takeHeifExif(bytes: Buffer): { found: boolean; exif: Uint8Array | undefined } {
  let found = false;
  let exif: Uint8Array | undefined;
  for (const meta of boxesIn(bytes, 0, bytes.length)) {
    if (meta.type !== 'meta') continue;
    exif ??= readItem(bytes, meta);
    found = blankNames(bytes, meta) || found;
  }
  return { found, exif };
}

/** libvips takes the name in any case. Wherever else in this box the four letters stand, they name nothing that is needed. */
function blankNames(bytes: Buffer, { from, to }: IsoBox): boolean {
  let found = false;
  for (const { index } of bytes.toString('latin1', from, to).matchAll(/exif/gi)) {
    bytes.write('none', from + index, 'latin1');
    found = true;
  }
  return found;
}

function readItem(bytes: Buffer, meta: IsoBox): Uint8Array | undefined {
  try {
    const parts = [...boxesIn(bytes, meta.from + 4, meta.to)];
    const content = (type: string) => parts.find((part) => part.type === type);
    const [names, locations] = [content('iinf'), content('iloc')];
    if (names === undefined || locations === undefined) return undefined;
    const item = findFirst(itemsIn(bytes, names), ({ type }) => type === 'Exif');
    const location = item && findFirst(itemLocations(bytes, locations), (one) => one.item === item.id);
    const data = location?.inside ? (content('idat')?.from ?? bytes.length) : 0;
    if (location === undefined || data + location.at + location.length > bytes.length) return undefined;
    // The item begins with the distance to the TIFF header.
    const block = bytes.subarray(data + location.at, data + location.at + location.length);
    return Uint8Array.from(block.subarray(4 + block.readUInt32BE(0)));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function findFirst<Thing>(things: Iterable<Thing>, isIt: (thing: Thing) => boolean): Thing | undefined {
  for (const thing of things) if (isIt(thing)) return thing;
  return undefined;
}
