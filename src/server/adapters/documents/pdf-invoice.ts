import { type PrintedDocument, printedDocument } from '#domain/invoices/printed-document.ts';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { INK, LEFT, Paper, type TextStyle, WIDTH } from './paper.ts';
import type { Documents } from './port.ts';

const LABEL: TextStyle = { font: 'regular', size: 8, ink: INK.soft };
const BODY: TextStyle = { font: 'regular', size: 9.5 };
const STRONG: TextStyle = { font: 'bold', size: 11 };
const TITLE: TextStyle = { font: 'bold', size: 30, spacing: -0.6 };
const NUMBER: TextStyle = { font: 'medium', size: 15, align: 'right' };
const SUM: TextStyle = { ...BODY, align: 'right' };
const TOTAL: TextStyle = { font: 'bold', size: 20, align: 'right', spacing: -0.3 };
const NOTE: TextStyle = { font: 'regular', size: 9, ink: INK.soft };

const GAP = 16;
/** Widths of the columns after the first, in points. */
const COLUMNS = [44, 84, 70, 42, 56];
const CELL_GAP = 9;

export function pdfDocuments(): Documents {
  return { invoicePdf };
}

async function invoicePdf(snapshot: InvoiceSnapshot): Promise<Uint8Array> {
  const printed = printedDocument(snapshot);
  const paper = new Paper({
    title: `${printed.title} ${printed.name}`,
    author: snapshot.seller.name,
    madeAt: new Date(`${snapshot.issuedOn}T00:00:00Z`),
  });
  writeHeading(paper, printed);
  writeFacts(paper, printed);
  writeParties(paper, printed);
  writeTable(paper, printed);
  writeSums(paper, printed);
  writeNotes(paper, printed);
  return paper.finishDocument(printed);
}

function writeHeading(paper: Paper, { title, name }: PrintedDocument): void {
  paper.drawFilmStrip();
  paper.y += 30;
  const below = paper.writeText(title, TITLE, { x: LEFT, y: paper.y, width: WIDTH * 0.55, role: 'H1' });
  // On the same base line as the title.
  paper.writeText(name, NUMBER, { x: LEFT + WIDTH * 0.55, y: paper.y + 15, width: WIDTH * 0.45 });
  paper.y = below + 10;
}

/** Labels over values, side by side, as wide as what they say. */
function writeFacts(paper: Paper, { facts }: PrintedDocument): void {
  const widths = facts.map(([, value]) => (value.length > 20 ? 1.7 : 1));
  const unit = (WIDTH - CELL_GAP * (facts.length - 1)) / widths.reduce((sum, width) => sum + width, 0);
  let x = LEFT;
  let lowest = paper.y;
  for (const [i, [label, value]] of facts.entries()) {
    const width = (widths[i] ?? 1) * unit;
    const below = paper.writeText(label, LABEL, { x, y: paper.y, width });
    lowest = Math.max(
      lowest,
      paper.writeText(value, { ...BODY, font: 'medium', size: 9 }, { x, y: below + 1, width }),
    );
    x += width + CELL_GAP;
  }
  paper.y = lowest + GAP;
}

function writeParties(paper: Paper, { parties }: PrintedDocument): void {
  paper.drawRule();
  paper.y += GAP;
  const width = (WIDTH - 2 * CELL_GAP) / 2;
  const ends = parties.map(({ role, name, lines }, i) => {
    const x = LEFT + i * (width + 2 * CELL_GAP);
    return paper.writeGroup('Sect', () => {
      let y = paper.writeText(role, LABEL, { x, y: paper.y, width, role: 'H2' }) + 3;
      y = paper.writeText(name, STRONG, { x, y, width }) + 3;
      for (const line of lines) y = paper.writeText(line, BODY, { x, y, width });
      return y;
    });
  });
  paper.y = Math.max(...ends) + GAP + 8;
}

function writeTable(paper: Paper, { columns }: PrintedDocument): void {
  const rest = COLUMNS.slice(0, columns.length - 1);
  const first = WIDTH - rest.reduce((sum, width) => sum + width + CELL_GAP, 0);
  const widths = [first, ...rest];
  const styleOf = (style: TextStyle, i: number): TextStyle =>
    i === 0 ? style : { ...style, align: 'right' };
  const heightOf = (style: TextStyle, texts: readonly string[]) =>
    Math.max(...texts.map((text, i) => paper.measureHeight(text, styleOf(style, i), widths[i] ?? 0)));
  const row = (role: 'TH' | 'TD', style: TextStyle, texts: readonly string[]) =>
    paper.writeGroup('TR', () => {
      let x = LEFT;
      for (const [i, text] of texts.entries()) {
        paper.writeText(text, styleOf(style, i), { x, y: paper.y, width: widths[i] ?? 0, role });
        x += (widths[i] ?? 0) + CELL_GAP;
      }
      paper.y += heightOf(style, texts);
    });
  const heads = columns.map(({ head }) => head);
  const values = columns.map(({ value }) => value);
  // The heads stay with the line that they are about.
  paper.ensureHeight(heightOf(LABEL, heads) + heightOf(BODY, values) + 36);
  paper.drawRule(INK.full, 1);
  paper.y += 8;
  paper.writeGroup('Table', () => {
    row('TH', LABEL, heads);
    paper.y += 6;
    paper.drawRule();
    paper.y += 10;
    row('TD', BODY, values);
  });
  paper.y += 12;
  paper.drawRule();
  paper.y += GAP;
}

function writeSums(paper: Paper, { sums, total }: PrintedDocument): void {
  const [labels, values] = [
    { x: LEFT + WIDTH * 0.45, width: WIDTH * 0.27 },
    { x: LEFT + WIDTH * 0.74, width: WIDTH * 0.26 },
  ];
  paper.ensureHeight(sums.length * 18 + 50);
  for (const [label, value] of sums) {
    paper.writeText(label, { ...BODY, ink: INK.soft }, { ...labels, y: paper.y });
    paper.y = paper.writeText(value, SUM, { ...values, y: paper.y }) + 4;
  }
  paper.y += 6;
  const wide = { x: LEFT + WIDTH * 0.6, width: WIDTH * 0.4 };
  paper.writeText(total[0], STRONG, { ...labels, width: WIDTH * 0.15, y: paper.y + 9 });
  paper.y = paper.writeText(total[1], TOTAL, { ...wide, y: paper.y }) + GAP + 8;
}

function writeNotes(paper: Paper, { notes }: PrintedDocument): void {
  const width = WIDTH * 0.8;
  for (const note of notes) {
    paper.ensureHeight(paper.measureHeight(note, NOTE, width));
    paper.y = paper.writeText(note, NOTE, { x: LEFT, y: paper.y, width }) + 3;
  }
}
