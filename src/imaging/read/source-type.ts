/**
 * The note in a file with a replaced background about how it was made: IPTC's digital source type as an XMP packet, and nothing
 * else. Values: cv.iptc.org/newscodes/digitalsourcetype.
 */
import type { Background } from '#domain/recipes/background.ts';

/** Captures put together · a capture with a ground that was not photographed · a capture altered by a program. */
export type SourceType = 'compositeCapture' | 'composite' | 'algorithmicallyEnhanced';

export function getSourceType({ kind }: Background): SourceType {
  if (kind === 'photo') return 'compositeCapture';
  return kind === 'transparent' ? 'algorithmicallyEnhanced' : 'composite';
}

export function sourceTypePacket(type: SourceType): string {
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
    `Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${type}"/>` +
    '</rdf:RDF></x:xmpmeta>'
  );
}
