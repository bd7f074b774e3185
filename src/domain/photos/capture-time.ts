/**
 * When a photo was taken, as text: `2026-02-01T10:00:00.80+02:00`, the clock of the camera, with its fraction and zone where they are known.
 * The day of editing is no capture time.
 */
import { fieldText, type Tiff, type TiffField } from '#domain/photos/tiff-fields.ts';

const ORIGINAL = { time: 0x9003, fraction: 0x9291, zone: 0x9011 };
const DIGITIZED = { time: 0x9004, fraction: 0x9292, zone: 0x9012 };
/** Of the day of editing; cameras that write one zone mean it for all of their times. */
const OFFSET_TIME = 0x9010;
const MOST_DIGITS = 9;
const FARTHEST_ZONE_HOURS = 14;

const CAPTURE_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([+-]\d{2}:\d{2})?$/;

/** The times in EXIF, those of the moment before those of scanning or saving. */
export interface CaptureTimes {
  readonly original: string | null;
  readonly digitized: string | null;
}

export const NO_TIMES: CaptureTimes = { original: null, digitized: null };

export function exifTimes(tiff: Tiff, exif: readonly TiffField[]): CaptureTimes {
  const text = (tag: number) =>
    fieldText(
      tiff,
      exif.find((field) => field.tag === tag),
    ).trim();
  const zones = [ORIGINAL.zone, DIGITIZED.zone, OFFSET_TIME].map(text).filter(isZone);
  const read = ({ time, fraction, zone }: typeof ORIGINAL) => {
    const [, day, clock] = /^(\d{4}:\d\d:\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text(time)) ?? [];
    if (day === undefined) return null;
    const own = text(zone);
    return checkedTime(
      `${day.replaceAll(':', '-')}T${clock}`,
      /^\d+$/.test(text(fraction)) ? text(fraction) : '',
      isZone(own) ? own : (zones[0] ?? ''),
    );
  };
  return { original: read(ORIGINAL), digitized: read(DIGITIZED) };
}

/** The same of an XMP packet, whose times are ISO. */
export function xmpTimes(xmp: string): CaptureTimes {
  const read = (name: string) => {
    const [, text = ''] = new RegExp(`\\b${name}\\s*(?:=\\s*["']|>)\\s*([^"'<\\s]{16,40})`).exec(xmp) ?? [];
    const [, minute, seconds = ':00', fraction = '', zone = ''] =
      /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
    return minute === undefined ? null : checkedTime(minute + seconds, fraction, zone);
  };
  return {
    original: read('exif:DateTimeOriginal') ?? read('photoshop:DateCreated'),
    digitized: read('exif:DateTimeDigitized') ?? read('xmp:CreateDate'),
  };
}

export function captureTime(exif: CaptureTimes, xmp: CaptureTimes): string | null {
  return exif.original ?? xmp.original ?? exif.digitized ?? xmp.digitized;
}

/** True for a day and an hour that there are: no 31 February, and nothing that clocks never set leave behind. */
export function isCaptureTime(text: string): boolean {
  const [, local = '', , zone = ''] = CAPTURE_TIME.exec(text) ?? [];
  const at = new Date(`${local}Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local);
  return local !== '' && isReal && at.getUTCFullYear() >= 1900 && (zone === '' || isZone(zone));
}

function isZone(text: string): boolean {
  const [, hours = '99', minutes = '99'] = /^(?:Z|[+-](\d\d):(\d\d))$/.exec(text) ?? [];
  return text === 'Z' || (Number(hours) <= FARTHEST_ZONE_HOURS && Number(minutes) < 60);
}

function checkedTime(local: string, fraction: string, zone: string): string | null {
  const digits = fraction.slice(0, MOST_DIGITS);
  const text = `${local}${digits && `.${digits}`}${zone === 'Z' ? '+00:00' : zone}`;
  return isCaptureTime(text) ? text : null;
}

const bucharest = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Bucharest',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/**
 * Returns keys by which capture times stand in order, to the last digit. Those with a zone stand by instant; where some have one, those
 * without are of Bucharest's clock. Where none has, the clock as it was written decides.
 */
export function orderedTimes(times: readonly (string | null)[]): (string | null)[] {
  const isZoned = times.some((time) => CAPTURE_TIME.exec(time ?? '')?.[3] !== undefined);
  return times.map((time) => {
    const [, local, fraction = '', zone] = CAPTURE_TIME.exec(time ?? '') ?? [];
    if (local === undefined) return null;
    const second = isZoned ? toUtcSecond(local, zone) : local;
    return `${second}.${fraction.padEnd(MOST_DIGITS, '0')}`;
  });
}

function toUtcSecond(local: string, zone: string | undefined): string {
  if (zone !== undefined) return new Date(`${local}${zone}`).toISOString().slice(0, 19);
  const written = Date.parse(`${local}Z`);
  const ahead = clockIn(written) - written;
  // Where the clock was changed between the two, the second look is the right one.
  return new Date(written - (clockIn(written - ahead) - (written - ahead))).toISOString().slice(0, 19);
}

/** What Bucharest's clock shows at an instant, as if it were one of UTC. */
function clockIn(instant: number): number {
  const [, day, month, year, clock] = /^(\d+)\/(\d+)\/(\d+), (.+)$/.exec(bucharest.format(instant)) ?? [];
  return Date.parse(`${year}-${month}-${day}T${clock}Z`);
}
