import { deepEqual, equal, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findText, listNodes, parseXml, XmlFault } from './xml.ts';

const read = (text: string) => parseXml(Buffer.from(text)).root;

describe("the reader of XML of ANAF's stand-in", () => {
  it('reads names without prefixes, spaces, attributes and texts', () => {
    const root = read(
      '\ufeff<?xml version="1.0"?><!-- a --><p:a xmlns:p="urn:x" k=\'&lt;1&gt;\'><p:b>Ș &amp; &#x21;</p:b><p:b><![CDATA[<>]]></p:b><c/></p:a>\n',
    );
    deepEqual([root.name, root.space, root.attributes.k], ['a', 'urn:x', '<1>']);
    deepEqual(
      listNodes(root, 'b').map(({ text }) => text),
      ['Ș & !', '<>'],
    );
    equal(findText(root, 'c'), null);
  });

  it('refuses what is not well-formed, with its place', () => {
    const bad: Readonly<Record<string, RegExp>> = {
      '': /must start and end within the same entity/,
      '<a><b></a>': /"b" must be terminated by the matching end-tag "<\/b>"/,
      '<a>': /must start and end within the same entity/,
      '<a/><b/>': /following the root element must be well-formed/,
      '<a>&</a>': /entity name must immediately follow/,
      '<a>&nbsp;</a>': /"nbsp" was referenced, but not declared/,
      '<a>&#1;</a>': /"&#1" is an invalid XML character/,
      '<a>\u0002</a>': /invalid XML character \(Unicode: 0x2\)/,
      '<a b="1" b="2"/>': /"b" was already specified/,
      '<a b=1/>': /Open quote is expected/,
      '<a b="<"/>': /must not contain the '<' character/,
      '<p:a/>': /prefix "p" for element "p:a" is not bound/,
      '<!DOCTYPE a><a/>': /DOCTYPE is disallowed/,
      'x<a/>': /Content is not allowed in prolog/,
      '<a>]]></a>': /"\]\]>" must not appear/,
    };
    for (const [text, words] of Object.entries(bad)) throws(() => read(text), words, text);
    throws(() => parseXml(Buffer.from([0x3c, 0xff])), /Invalid byte/);
    throws(
      () => read('<a>\n <b>\n</a>'),
      (error: XmlFault) => error instanceof XmlFault && error.place.line === 3,
    );
  });
});
