import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCaptureTime, xmpTimes } from '#domain/photos/capture-time.ts';

describe('a capture time', () => {
  it('is a day and an hour that there are, with fraction and zone where they are known', () => {
    for (const time of [
      '2026-02-01T10:00:00',
      '2026-02-01T10:00:00.8',
      '2026-02-01T10:00:00.123456789+02:00',
      '2026-02-01T10:00:00-03:30',
    ])
      equal(isCaptureTime(time), true, time);
    for (const time of [
      '2026-02-31T10:00:00',
      '2026-02-01T25:00:00',
      '2026-02-01T10:00:00.1234567890',
      '2026-02-01T10:00:00+15:00',
      '2026-02-01T10:00:00+02:75',
      '0000-00-00T00:00:00',
      '2026-02-01',
      'ieri',
    ])
      equal(isCaptureTime(time), false, time);
  });

  it('is read from XMP in both of its forms, the moment before the day of saving', () => {
    const attributes = `<rdf:Description exif:DateTimeOriginal="2026-02-01T10:00:00.80+02:00" xmp:CreateDate='2026-02-02T10:00'/>`;
    deepEqual(xmpTimes(attributes), {
      original: '2026-02-01T10:00:00.80+02:00',
      digitized: '2026-02-02T10:00:00',
    });
    const elements = '<photoshop:DateCreated>2026-02-01T10:00:00Z</photoshop:DateCreated>';
    deepEqual(xmpTimes(elements), { original: '2026-02-01T10:00:00+00:00', digitized: null });
    const edited =
      '<rdf:Description xmp:ModifyDate="2026-02-01T10:00:00" photoshop:DateCreated="2026-02-01"/>';
    deepEqual(
      xmpTimes(edited),
      { original: null, digitized: null },
      'neither the day of editing nor a day alone',
    );
  });
});
