import { toWritableText, type Cell } from './cell.rule';
import { ColumnStats } from './column-stats.rule';
import { isJsonObject, type Json, type JsonObject } from '../../runtime/record-format/json.rule';

/** A column of the study's own values. */
export interface StudyColumn {
  readonly name: string;
  /** The study's own name of the column, if it differs. */
  readonly renamed_from: string | null;
  readonly stats: ColumnStats;
}
interface Field {
  /** Statistics of values that are not objects, and of objects that are not split into columns. */
  readonly own: ColumnStats;
  /** How many objects were split into `parts`. */
  objects: number;
  /**
   * Statistics of the values within objects, by path; null if the objects are not split into
   * columns.
   */
  parts: Map<string, ColumnStats> | null;
}
interface Place {
  own: number;
  parts: Map<string, number> | null;
}

/** How deep objects are split into columns; deeper objects stay one value. */
const mostDepth = 6;
const defaultMost = 10_000;

/**
 * The columns of rows: a first pass determines them, a second pass fills them.
 * - An object becomes a column for each value in it, named by the path (`a.b`).
 * - A list and an empty object stay one value, written as JSON.
 * - An object also stays one value if the names of its columns would be ambiguous: if a name in the
 *   object contains a dot or is empty, or if another column already has the name.
 * - If there would be too many columns, the objects with the most parts are not split. If there are
 *   still too many, the last fields are combined in the column `rest`.
 */
export class StudyColumns {
  rows = 0;
  private readonly fields = new Map<string, Field>();
  private readonly rest = new ColumnStats();
  private size = 0;
  private isFull = false;
  private places = new Map<string, Place>();
  private restAt = -1;
  private named: readonly StudyColumn[] = [];

  constructor(private readonly most = defaultMost) {}

  /** Reads the values of a row in the first pass, to find out the columns. */
  learn(values: JsonObject): void {
    this.rows += 1;
    let left = false;
    for (const key of Object.keys(values)) {
      const field = this.fields.get(key) ?? this.newField(key);
      if (field) this.learnField(field, values[key] as Json);
      else left = true;
    }
    if (left) this.rest.add(this.restOf(values));
  }

  private newField(key: string): Field | undefined {
    if (this.size >= this.most) this.makeRoom();
    if (this.size >= this.most) return undefined;
    const field = { own: new ColumnStats(), objects: 0, parts: isPlain(key) ? new Map() : null };
    this.fields.set(key, field);
    this.size += 1;
    return field;
  }

  private learnField(field: Field, value: Json): void {
    const parts = field.parts && isJsonObject(value) ? partsOf(value) : undefined;
    if (parts === null) this.keepWhole(field);
    if (!parts) return field.own.add(value);
    for (const [path, part] of parts) {
      if (!field.parts) break;
      let stats = field.parts.get(path);
      if (!stats) {
        if (this.size >= this.most) this.makeRoom();
        if (this.size >= this.most) this.keepWhole(field);
        // The calls above may have set `parts` to null, to limit the number of columns.
        if (!field.parts) break;
        stats = new ColumnStats();
        field.parts.set(path, stats);
        this.size += 1;
      }
      stats.add(part);
    }
    if (field.parts) field.objects += 1;
    else field.own.add(value);
  }

  private makeRoom(): void {
    if (this.isFull) return;
    let widest: Field | undefined;
    for (const field of this.fields.values())
      if ((field.parts?.size ?? 0) > (widest?.parts?.size ?? 1)) widest = field;
    if (widest) this.keepWhole(widest);
    else this.isFull = true;
  }

  private keepWhole(field: Field): void {
    this.size -= field.parts?.size ?? 0;
    field.own.addObjects(field.objects);
    field.parts = null;
  }

  private restOf(values: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(values).filter(([key]) => !this.fields.has(key)));
  }

  /**
   * Determines the columns' names, after the first pass. A name that is already in use gets a
   * number appended.
   * @param taken names that other columns of the table already have
   */
  settle(taken: readonly string[]): readonly StudyColumn[] {
    for (const [key, field] of this.fields)
      if ([...(field.parts?.keys() ?? [])].some((path) => this.fields.has(`${key}.${path}`)))
        this.keepWhole(field);
    const columns: StudyColumn[] = [];
    const used = new Set(taken);
    const add = (wanted: string, stats: ColumnStats): number => {
      const name = unusedColumnName(wanted, used);
      used.add(name);
      columns.push({ name, renamed_from: name === wanted ? null : wanted, stats });
      return columns.length - 1;
    };
    for (const [key, { own, parts }] of this.fields) {
      const isOwn = own.count > 0 || !parts || parts.size === 0;
      const place: Place = { own: isOwn ? add(key, own) : -1, parts: parts && new Map() };
      for (const [path, stats] of parts ?? []) place.parts?.set(path, add(`${key}.${path}`, stats));
      this.places.set(key, place);
    }
    if (this.rest.count > 0) this.restAt = add('rest', this.rest);
    this.named = columns;
    return columns;
  }

  /** Returns the name of the column that holds the value at the end of a path. */
  nameOf([key = '', ...path]: readonly string[]): string | undefined {
    const place = this.places.get(key);
    if (!place) return this.named[this.restAt]?.name;
    for (let length = path.length; length > 0; length--) {
      const at = place.parts?.get(path.slice(0, length).join('.'));
      if (at !== undefined) return this.named[at]?.name;
    }
    return this.named[place.own]?.name;
  }

  /**
   * Makes the cells of a row in the second pass over the rows.
   * @param cells the row's cells in the columns to the left of the study's columns
   * @returns the list `cells`, with the cells of the study's columns appended
   */
  cellsOf(values: JsonObject, cells: Cell[] = []): Cell[] {
    const first = cells.length;
    for (let i = 0; i < this.named.length; i++) cells.push(undefined);
    let left = false;
    for (const key of Object.keys(values)) {
      const value = values[key];
      const place = this.places.get(key);
      if (!place) left = true;
      else if (place.parts && isJsonObject(value) && Object.keys(value).length > 0)
        for (const [path, part] of partsOf(value) ?? []) {
          const at = place.parts.get(path);
          if (at !== undefined) cells[first + at] = part;
        }
      else if (place.own >= 0) cells[first + place.own] = value;
    }
    if (left && this.restAt >= 0) cells[first + this.restAt] = this.restOf(values);
    return cells;
  }
}

const isPlain = (key: string): boolean => key !== '' && !key.includes('.');

/**
 * Splits an object into its values, by their paths. Returns undefined for an empty object, and null
 * for an object whose paths would be ambiguous.
 */
function partsOf(object: JsonObject): [string, Json][] | null | undefined {
  const parts: [string, Json][] = [];
  const add = (value: JsonObject, before: string, depth: number): boolean =>
    Object.keys(value).every((key) => {
      const part = value[key] as Json;
      if (!isPlain(key)) return false;
      const path = `${before}${key}`;
      if (isJsonObject(part) && depth < mostDepth && Object.keys(part).length > 0)
        return add(part, `${path}.`, depth + 1);
      parts.push([path, part]);
      return true;
    });
  if (!add(object, '', 2)) return null;
  return parts.length > 0 ? parts : undefined;
}

export function unusedColumnName(wanted: string, used: ReadonlySet<string>): string {
  const name = toWritableText(wanted) || 'unnamed';
  if (!used.has(name)) return name;
  for (let n = 2; ; n++) if (!used.has(`${name}_${n}`)) return `${name}_${n}`;
}
