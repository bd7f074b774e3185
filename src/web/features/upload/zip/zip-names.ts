import { cleanFolder, photoName } from '#domain/photos/limits.ts';
import { worthSending } from '#web/features/upload/pick/file-check.ts';

/** Letters of the upper half of code page 852, from byte 128 on. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';
/** Bytes of ş Â Ş Ă ă Î Ţ ţ there. In code page 437 they are frames of tables and signs, which no name of a file has. */
const ROMANIAN = new Set([0xad, 0xb6, 0xb8, 0xc6, 0xc7, 0xd7, 0xdd, 0xee]);
const WITH_COMMA = new Map([
  ['ş', 'ș'],
  ['Ş', 'Ș'],
  ['ţ', 'ț'],
  ['Ţ', 'Ț'],
]);

/**
 * Returns a name in the encoding that Windows wrote in Romania; undefined where nothing speaks for it: the library knows UTF-8 by its form
 * and takes the rest for code page 437.
 */
export function decodeRomanian(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding !== 'cp437' || !bytes.some((byte) => ROMANIAN.has(byte))) return undefined;
  const letters = Array.from(bytes, (byte) =>
    byte < 128 ? String.fromCharCode(byte) : (CP852[byte - 128] ?? ''),
  );
  return letters.map((letter) => WITH_COMMA.get(letter) ?? letter).join('');
}

const PHOTO = /\.(jpe?g|jfif|png|webp|avif|hei[cf]|hif)$/i;
const ARCHIVE = /\.(zip|rar|7z|tar|gz|tgz|bz2|xz)$/i;

/** Returns what an entry of an archive is, by its name: „litter” are the files that systems and cameras put beside photos. */
export function kindOfName(path: string): 'photo' | 'archive' | 'litter' | 'other' {
  const parts = splitPath(path);
  const name = parts.at(-1) ?? '';
  const isHidden = parts.some((part) => /^(__MACOSX$|\.(?!\.?$))/.test(part));
  if (isHidden || worthSending([{ name }], true).length === 0) return 'litter';
  if (PHOTO.test(name)) return 'photo';
  return ARCHIVE.test(name) ? 'archive' : 'other';
}

/**
 * Returns name and folder of an entry as data. Neither ever becomes a path: what leads out of a folder („..”, „C:”, control characters)
 * is left out. The archive is a folder, too, as it is once it was unpacked by hand.
 */
export function placeOfEntry(path: string, zipName: string): { name: string; folder: string | null } {
  const top = zipName.replace(/\.zip$/i, '');
  const folders = splitPath(path)
    .slice(0, -1)
    .filter((part) => !/^([a-z]:|\.{1,2})$/i.test(part));
  if (folders[0] !== top) folders.unshift(top);
  return { name: photoName(path), folder: cleanFolder(folders.join('/')) };
}

function splitPath(path: string): string[] {
  return path.split(/[/\\]/).filter((part) => part !== '');
}
