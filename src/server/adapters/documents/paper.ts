import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { withPlainLetters } from '#domain/invoices/printable-letters.ts';
import { tidyLine } from '#domain/language/visible-text.ts';

/** A4 in points, and the margins around what is written. */
const PAGE = { width: 595.28, height: 841.89 } as const;
const MARGIN = { side: 56, top: 56, bottom: 76 } as const;
export const LEFT = MARGIN.side;
export const WIDTH = PAGE.width - 2 * MARGIN.side;
const FOOT_Y = PAGE.height - 48;

/** The ink of the product's light theme (src/web/tokens.css) on white paper. */
export const INK = {
  full: '#201710',
  soft: '#5d534a',
  line: '#e3ddd4',
  signal: '#d23f18',
  film: '#1d140e',
} as const;

const FONTS = {
  regular: '400Regular/InstrumentSans_400Regular.ttf',
  medium: '500Medium/InstrumentSans_500Medium.ttf',
  bold: '600SemiBold/InstrumentSans_600SemiBold.ttf',
} as const;

export interface TextStyle {
  readonly font: keyof typeof FONTS;
  /** In points, as is `spacing` between letters. */
  readonly size: number;
  readonly ink?: string;
  readonly align?: 'left' | 'right';
  readonly spacing?: number;
}

/** Where a text stands: its upper left corner and the width it wraps at. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The types of pdfkit do not know the scope. */
const COLUMN_HEAD = { scope: 'Column' } as PDFKit.Mixins.StructureElementOptions;

/** Elements of a tagged PDF, ISO 32000-1 § 14.8.4. */
type Role = 'P' | 'H1' | 'H2' | 'TH' | 'TD';

/** Pages written from top to bottom, tagged for screen readers; blocks that do not fit begin the next page. */
export class Paper {
  private readonly pdf: PDFKit.PDFDocument;
  /** What the next text belongs to. */
  private element: PDFKit.PDFStructureElement;
  /** Where the next block begins. */
  y: number = MARGIN.top;

  constructor(info: { readonly title: string; readonly author: string; readonly madeAt: Date }) {
    this.pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: 'ro-RO',
      displayTitle: true,
      pdfVersion: '1.7',
      tagged: true,
      font: fontFile('regular'),
      info: {
        Title: info.title,
        Author: info.author,
        Producer: 'Fotolot',
        Creator: 'Fotolot',
        CreationDate: info.madeAt,
      },
    });
    for (const name of Object.keys(FONTS) as (keyof typeof FONTS)[])
      this.pdf.registerFont(name, fontFile(name));
    this.element = this.pdf.struct('Document');
    this.pdf.addStructure(this.element);
  }

  /** Writes text, wrapped, and returns the place below it. `role`: what it is to a screen reader, which reads in the order of writing. */
  writeText(
    text: string,
    style: TextStyle,
    { x, y, width, role = 'P' }: Box & { readonly role?: Role },
  ): number {
    const shown = this.prepareText(text, style);
    const written = this.pdf.struct(role, role === 'TH' ? COLUMN_HEAD : {}, () => {
      this.pdf.fillColor(style.ink ?? INK.full).text(shown, x, y, { width, ...toTextOptions(style) });
    });
    this.element.add(written);
    written.end();
    return y + this.measureHeight(text, style, width);
  }

  /** Puts what is written meanwhile under one element of the structure. */
  writeGroup<T>(role: 'Sect' | 'Table' | 'TR', write: () => T): T {
    const outer = this.element;
    this.element = this.pdf.struct(role);
    outer.add(this.element);
    try {
      return write();
    } finally {
      this.element.end();
      this.element = outer;
    }
  }

  measureHeight(text: string, style: TextStyle, width: number): number {
    return this.pdf.heightOfString(this.prepareText(text, style), { width, ...toTextOptions(style) });
  }

  /** Begins another page unless so much height is left on this one. */
  ensureHeight(height: number): void {
    if (this.y + height <= PAGE.height - MARGIN.bottom) return;
    this.pdf.addPage();
    this.y = MARGIN.top;
  }

  /** A line across the page, below the last block. */
  drawRule(ink: string = INK.line, width = 0.75): void {
    this.drawArtifact(() =>
      this.pdf
        .moveTo(LEFT, this.y)
        .lineTo(LEFT + WIDTH, this.y)
        .lineWidth(width)
        .strokeColor(ink)
        .stroke(),
    );
  }

  /** The product's strip of film, one of its frames lit. */
  drawFilmStrip(): void {
    const [height, hole, gap] = [15, 4, 10.5];
    const count = Math.floor((WIDTH - 12) / gap);
    const first = LEFT + (WIDTH - (count - 1) * gap - hole) / 2;
    this.drawArtifact(() => {
      this.pdf.roundedRect(LEFT, this.y, WIDTH, height, 2).fill(INK.film);
      for (let i = 0; i < count; i += 1)
        this.pdf
          .roundedRect(first + i * gap, this.y + (height - hole) / 2, hole, hole, 1)
          .fill(i === 0 ? INK.signal : '#ffffff');
    });
    this.y += height;
  }

  /** Ends the document: the foot of each page with its number, the mark across it, and the file's bytes. */
  async finishDocument({
    foot,
    mark,
  }: {
    readonly foot: string;
    readonly mark: string | null;
  }): Promise<Uint8Array> {
    this.element.end();
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.pdf.switchToPage(page);
      this.drawArtifact(() => {
        if (mark) this.markAcross(mark);
        this.writeFoot(foot, `${page + 1}/${count}`);
      });
    }
    const chunks: Uint8Array[] = [];
    this.pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => {
      this.pdf.on('end', resolve).on('error', reject);
    });
    this.pdf.end();
    await ended;
    return Buffer.concat(chunks);
  }

  /** What a screen reader passes over: lines, ornaments, what is repeated on each page. */
  private drawArtifact(draw: () => void): void {
    this.pdf.markContent('Artifact');
    draw();
    this.pdf.endMarkedContent();
  }

  private writeFoot(foot: string, number: string): void {
    const style: TextStyle = { font: 'regular', size: 7.5, ink: INK.soft };
    const line = this.oneLine(foot, style, WIDTH - 60);
    this.pdf.fillColor(INK.soft).text(line, LEFT, FOOT_Y, { width: WIDTH - 60, ...toTextOptions(style) });
    const right = toTextOptions({ ...style, align: 'right' });
    this.pdf.text(number, LEFT + WIDTH - 50, FOOT_Y, { width: 50, ...right });
  }

  /** Shortened to one line. */
  private oneLine(text: string, style: TextStyle, width: number): string {
    const line = this.prepareText(text, style);
    if (this.pdf.widthOfString(line) <= width) return line;
    const letters = [...line];
    while (letters.length > 0 && this.pdf.widthOfString(`${letters.join('')}…`) > width) letters.pop();
    return `${letters.join('')}…`;
  }

  private markAcross(mark: string): void {
    const size = 46;
    const [x, y] = [PAGE.width / 2, PAGE.height / 2];
    this.pdf
      .save()
      .rotate(-52, { origin: [x, y] })
      .fillOpacity(0.13)
      .fillColor(INK.signal);
    this.pdf.font('bold').fontSize(size);
    const width = this.pdf.widthOfString(mark);
    this.pdf.text(mark, x - width / 2, y - size / 2, { lineBreak: false });
    this.pdf.restore().fillOpacity(1);
  }

  private prepareText(text: string, style: TextStyle): string {
    this.pdf.font(style.font).fontSize(style.size);
    return tidyLine(withPlainLetters(text)) || '–';
  }
}

function toTextOptions({ size, align = 'left', spacing = 0 }: TextStyle) {
  return { align, characterSpacing: spacing, lineGap: size * 0.18 };
}

function fontFile(name: keyof typeof FONTS): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/instrument-sans/${FONTS[name]}`));
}
