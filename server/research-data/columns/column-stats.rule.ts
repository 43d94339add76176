import type { ColumnType } from '../../../contracts/research-data/research-data';
import { hasUnwritableText, isUnwritableText, toWritableText } from './cell.rule';
import type { Json } from '../../runtime/record-format/json.rule';

/**
 * The limits for the list of a column's distinct values: how many values, and how many characters
 * in each.
 */
const most = { levels: 30, length: 100 };
const bits = { json: 1, integer: 2, number: 4, string: 8, boolean: 16 } as const;
const singles = ['json', 'integer', 'number', 'string', 'boolean'] as const;

/**
 * The statistics of a column's values, collected in the first pass over the rows, in bounded
 * memory.
 */
export class ColumnStats {
  /** How many rows have a value other than null. */
  count = 0;
  /** How many values contained NUL or an unpaired surrogate, written as U+FFFD. */
  replaced = 0;
  /** How many values are empty texts; `count` includes them. */
  empty = 0;
  private min = Infinity;
  private max = -Infinity;
  /** The types of the column's values, one bit per type. */
  private types = 0;
  private values: Set<string | number | boolean> | null = new Set();

  add(value: Json): void {
    if (value === null) return;
    this.count += 1;
    if (typeof value === 'object') {
      this.types |= bits.json;
      this.values = null;
      if (hasUnwritableText(value)) this.replaced += 1;
      return;
    }
    if (typeof value === 'number') {
      this.types |= Number.isInteger(value) ? bits.integer : bits.number;
      if (value < this.min) this.min = value;
      if (value > this.max) this.max = value;
    } else if (typeof value === 'string') {
      this.types |= bits.string;
      if (isUnwritableText(value)) this.replaced += 1;
      if (value === '') this.empty += 1;
      if (value.length > most.length) this.values = null;
    } else this.types |= bits.boolean;
    if (!this.values) return;
    this.values.add(typeof value === 'string' ? toWritableText(value) : value);
    if (this.values.size > most.levels) this.values = null;
  }

  /**
   * Adds this many objects to the counts; the caller has counted them instead of passing them one
   * by one.
   */
  addObjects(count: number): void {
    if (count === 0) return;
    this.count += count;
    this.types |= bits.json;
    this.values = null;
  }

  get type(): ColumnType {
    if (this.types === 0) return 'empty';
    for (const type of singles) if (this.types === bits[type]) return type;
    return this.types === (bits.integer | bits.number) ? 'number' : 'mixed';
  }

  /** The range of numbers; null without numbers. */
  get range(): [number, number] | null {
    return this.min <= this.max ? [this.min, this.max] : null;
  }

  /**
   * The distinct values of the column. Null if there are many, or if they are decimal fractions:
   * these are measurements.
   */
  get levels(): (string | number | boolean)[] | null {
    if (!this.values || this.type === 'number' || this.type === 'empty') return null;
    return [...this.values].sort((a, b) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
    );
  }
}
