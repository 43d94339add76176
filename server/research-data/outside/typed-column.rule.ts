import type { Cell } from '../rows/cell.rule';
import { ColumnStats } from '../rows/column-stats.rule';

/** A number as it is written again: `007`, `1.50` and `1e3` stay texts, so that nothing is lost. */
const isNumber = (text: string) =>
  /^-?\d/.test(text) && String(Number(text)) === text && Number.isFinite(Number(text));

/** A column of texts, which is one of numbers where every value of it is one. */
export class TypedColumn {
  private readonly texts = new ColumnStats();
  private readonly numbers = new ColumnStats();
  private hasText = false;

  learn(cell: string | null): void {
    if (cell === null) return;
    this.texts.add(cell);
    if (this.hasText) return;
    if (isNumber(cell)) this.numbers.add(Number(cell));
    else this.hasText = true;
  }

  get stats(): ColumnStats {
    return this.hasText ? this.texts : this.numbers;
  }

  cellOf(cell: string | null): Cell {
    if (cell === null) return undefined;
    return this.hasText ? cell : Number(cell);
  }
}
