import { ColumnKindDetector, parseCell } from '../../../contracts/tables/column-kind.rule';
import type { Cell } from '../columns/cell.rule';
import { ColumnStats } from '../columns/column-stats.rule';

/** A text column, which becomes numeric if each of its values is a number. */
export class TextOrNumberColumn {
  private readonly texts = new ColumnStats();
  private readonly numbers = new ColumnStats();
  private readonly kind: ColumnKindDetector;

  /**
   * @param decimalComma whether numbers in the uploaded file have decimal commas. The upload
   * determined this for the complete file; the exported rows alone may not show it.
   */
  constructor(private readonly decimalComma = false) {
    this.kind = new ColumnKindDetector(decimalComma);
  }

  learn(cell: string | null): void {
    if (cell === null) return;
    this.texts.add(cell);
    this.kind.learn(cell);
    if (this.isNumber) this.numbers.add(this.numberOf(cell));
  }

  private get isNumber(): boolean {
    return this.kind.mayBeNumber;
  }
  private numberOf(cell: string): number {
    return Number(parseCell({ type: 'number', decimalComma: this.decimalComma }, cell));
  }

  get stats(): ColumnStats {
    return this.isNumber ? this.numbers : this.texts;
  }

  cellOf(cell: string | null): Cell {
    if (cell === null) return undefined;
    return this.isNumber ? this.numberOf(cell) : cell;
  }
}
