import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { Language } from '../../../../contracts/base/languages';
import { paymentsLimits } from '../../../../contracts/payments/limits';
import { ReceiptBody, type Receipt } from '../../../../contracts/payments/receipts/receipts';
import { paymentsTexts } from '../../payments-texts';
import { toPrintableText } from './printable';
import {
  formatReceiptDay,
  receiptRows,
  receiptTable,
  type ReceiptTable,
  type ReceiptTexts,
} from './receipt-rows';

/** The font contains Latin, Greek and Cyrillic; its licence is OFL.txt in the same folder. */
const font = readFileSync(join(__dirname, 'noto-sans/NotoSans-Regular.ttf'));

const margin = 56;
const labelWidth = 150;
/** Column widths in points; together the width of the page between its margins. */
const columns = [70, 105, 70, 75, 75, 88];
/** How many lines are drawn before the event loop gets a turn. */
const linesAtOnce = 50;

type Doc = InstanceType<typeof PDFDocument>;

/** One receipt as a document of A4 pages. */
class Paper {
  private isEscaped = false;

  constructor(private readonly doc: Doc) {}

  text(
    value: string,
    size: number,
    options: PDFKit.Mixins.TextOptions = {},
    at?: { x: number; y: number },
  ): void {
    this.doc.fontSize(size);
    if (at) this.doc.text(this.shown(value), at.x, at.y, options);
    else this.doc.text(this.shown(value), margin, this.doc.y, options);
  }

  /** Draws a label and a value next to each other. */
  row(label: string, value: string): void {
    const width = this.doc.page.width - 2 * margin - labelWidth;
    this.doc.fontSize(10);
    const height = this.doc.heightOfString(this.shown(value), { width });
    this.room(height);
    const { y } = this.doc;
    this.doc.fillColor('#555555');
    this.text(label, 10, { width: labelWidth - 10 }, { x: margin, y });
    const below = this.doc.y;
    this.doc.fillColor('black');
    this.text(value, 10, { width }, { x: margin + labelWidth, y });
    this.doc.y = Math.max(below, this.doc.y) + 4;
  }

  /** Draws one line of a table. */
  cells(values: readonly string[], size = 8): void {
    this.doc.fontSize(size);
    const heights = values.map((value, n) =>
      this.doc.heightOfString(this.shown(value), { width: (columns[n] ?? 0) - 6 }),
    );
    const height = Math.max(...heights);
    const { y } = this.doc;
    let x = margin;
    values.forEach((value, n) => {
      this.text(value, size, { width: (columns[n] ?? 0) - 6 }, { x, y });
      x += columns[n] ?? 0;
    });
    this.doc.y = y + height + 3;
  }

  rule(): void {
    const { y } = this.doc;
    this.doc
      .moveTo(margin, y)
      .lineTo(this.doc.page.width - margin, y)
      .lineWidth(0.5)
      .stroke('#999999');
    this.doc.y = y + 6;
  }

  /**
   * Starts a new page if this one has too little space.
   * @returns whether it did
   */
  room(height: number): boolean {
    if (this.doc.y + height <= this.doc.page.height - margin) return false;
    this.doc.addPage();
    this.doc.y = margin;
    return true;
  }

  space(points: number): void {
    this.doc.y += points;
  }

  get hasEscaped(): boolean {
    return this.isEscaped;
  }

  private shown(value: string): string {
    const { text, isEscaped } = toPrintableText(value, (code) => glyphOf(this.doc, code));
    this.isEscaped ||= isEscaped;
    return text;
  }
}

/** Whether the current font has a glyph; pdfkit's types hide the font. */
const glyphOf = (doc: Doc, code: number): boolean =>
  (
    doc as unknown as { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } }
  )._font.font.hasGlyphForCodePoint(code);

/**
 * Writes a receipt as a PDF, to which its signed file is attached.
 * @param wanted the reader's language; English is used if there are no texts in it
 */
export async function writePdf(receipt: Receipt, wanted: Language): Promise<Buffer> {
  const texts = paymentsTexts.in(wanted);
  const { language, t } = texts;
  const body = ReceiptBody.parse(JSON.parse(receipt.file.receipt));
  const at = new Date(`${body.day}T00:00:00Z`);
  const title = t(`receipt.title.${body.type}`);
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    lang: language,
    pdfVersion: '1.7',
    displayTitle: true,
    info: { Title: `${title} ${body.number}`, Creator: 'Commonlab', CreationDate: at },
  });
  const pieces: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece));
    doc.on('end', () => resolve(Buffer.concat(pieces)));
    doc.on('error', reject);
  });
  doc.font(font);
  const paper = new Paper(doc);
  paper.text(title, 20);
  paper.space(6);
  if (receipt.voided_by !== null) {
    doc.fillColor('#b00020');
    paper.text(t('receipt.void', { number: receipt.voided_by }), 12);
    doc.fillColor('black');
    paper.space(6);
  }
  paper.rule();
  paper.row(t('receipt.number'), body.number);
  paper.row(t('receipt.day'), formatReceiptDay(language, body.day));
  paper.row(t('receipt.installation'), body.installation);
  for (const [label, value] of receiptRows(body, texts)) paper.row(label, value);
  const table = receiptTable(body, texts);
  if (table) await drawLines(paper, table, texts);
  if (body.type === 'disbursement-log') {
    paper.room(60);
    paper.space(24);
    paper.text(`${t('receipt.hand')} ______________________________`, 10);
  }
  paper.space(6);
  paper.rule();
  drawNotes(paper, receipt, body, texts);
  doc.file(Buffer.from(JSON.stringify(receipt.file)), {
    name: 'receipt.json',
    type: 'application/json',
    creationDate: at,
    modifiedDate: at,
  });
  doc.end();
  return written;
}

async function drawLines(
  paper: Paper,
  { head, lines, cells }: ReceiptTable,
  { t }: ReceiptTexts,
): Promise<void> {
  const drawHead = () => {
    paper.cells(head);
    paper.rule();
  };
  paper.space(8);
  drawHead();
  const shown = Math.min(lines, paymentsLimits.receiptLinesShown);
  for (let n = 0; n < shown; n++) {
    if (n % linesAtOnce === linesAtOnce - 1) await setImmediate();
    if (paper.room(36)) drawHead();
    paper.cells(cells(n));
  }
  if (lines > shown) paper.text(t('receipt.more_lines', { count: lines - shown }), 9);
}

function drawNotes(
  paper: Paper,
  { file }: Receipt,
  body: ReceiptBody,
  { language, t }: ReceiptTexts,
): void {
  const notes = [
    ...('until' in body && body.until === 'midnight'
      ? [t('receipt.midnight', { day: formatReceiptDay(language, body.day) })]
      : []),
    ...(body.replaces === null ? [] : [t('receipt.replaces', { number: body.replaces })]),
    t('receipt.verify', {
      version: body.key_version,
      installation: body.installation,
      page: `${body.installation}/receipts/verify`,
    }),
    ...(paper.hasEscaped ? [t('receipt.escaped')] : []),
    `${t('receipt.signature')}: ${file.signature}`,
  ];
  for (const note of notes) {
    paper.room(30);
    paper.text(note, 8);
    paper.space(3);
  }
}
