import type { ColumnType } from '../../../contracts/research-data';
import { isUnwritable } from './cell.rule';
import type { Json } from '../../runtime/records/json.rule';

/** Of one column, at most so many different values are named, and none that is longer. */
const most = { levels: 30, length: 100 };

/** What the first pass learns of a column, in bounded memory. */
export class ColumnStats {
  /** Rows with a value other than null. */
  count = 0;
  /** Values that CSV cannot hold as they are. */
  replaced = 0;
  private min = Infinity;
  private max = -Infinity;
  private readonly types = new Set<ColumnType>();
  private values: Set<string | number | boolean> | null = new Set();

  add(value: Json): void {
    if (value === null) return;
    this.count += 1;
    this.types.add(typeOf(value));
    if (typeof value === 'number') {
      this.min = Math.min(this.min, value);
      this.max = Math.max(this.max, value);
    }
    if (typeof value === 'string' && isUnwritable(value)) this.replaced += 1;
    if (!this.values) return;
    const isNamed =
      typeof value === 'string' ? value.length <= most.length : typeof value !== 'object';
    if (isNamed) this.values.add(value as string | number | boolean);
    if (!isNamed || this.values.size > most.levels) this.values = null;
  }

  /** Objects that were counted elsewhere before. */
  addObjects(count: number): void {
    if (count === 0) return;
    this.count += count;
    this.types.add('json');
    this.values = null;
  }

  get type(): ColumnType {
    const [first, ...others] = this.types;
    if (first === undefined) return 'empty';
    if (others.length === 0) return first;
    const isNumber = [...this.types].every((type) => type === 'integer' || type === 'number');
    return isNumber ? 'number' : 'mixed';
  }

  /** Of numbers only. */
  get range(): [number, number] | null {
    return this.min <= this.max ? [this.min, this.max] : null;
  }

  /** The different values where they are few; not those of fractions, which are measured. */
  get levels(): (string | number | boolean)[] | null {
    if (!this.values || this.type === 'number' || this.type === 'empty') return null;
    return [...this.values].sort((a, b) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
    );
  }
}

function typeOf(value: Exclude<Json, null>): ColumnType {
  if (typeof value === 'object') return 'json';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}
