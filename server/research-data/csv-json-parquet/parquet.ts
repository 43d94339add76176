import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { ArchiveTooLargeError } from '../../platform/storage/archive';
import type { Cell, RowGroups } from '../columns/cell.rule';
import type { Column } from '../columns/column.rule';
import {
  parquetTypeOf,
  parquetValue,
  rowsPerRowGroup,
  type ParquetType,
  type ParquetValue,
} from './parquet.rule';

/**
 * A row group has at most this many characters. One row may have a quarter of a megabyte, so
 * without this limit, a group with the usual number of rows could fill the memory.
 */
const mostText = 8_000_000;
/**
 * How many entries of metadata a file may have: one for each column of each row group. They stay in
 * memory until the file is finished.
 */
const mostNotes = 200_000;

/** Writes a table as a file of Parquet, a group of rows at a time. @throws ArchiveTooLargeError */
export async function* parquetOf(
  columns: readonly Column[],
  rows: RowGroups,
): AsyncGenerator<Uint8Array> {
  const file = new GroupedFile(columns);
  for await (const some of rows)
    for (const cells of some) {
      file.addRow(cells);
      if (file.isGroupFull) yield file.takeGroup();
    }
  yield file.takeRest();
}

class GroupedFile {
  private readonly bytes = new ByteWriter();
  private readonly columns: readonly { name: string; type: ParquetType }[];
  private readonly types: readonly ParquetType[];
  private readonly writer: ParquetWriter;
  private readonly most: number;
  private values: ParquetValue[][];
  private rows = 0;
  private text = 0;
  private notes = 0;

  constructor(columns: readonly Column[]) {
    this.columns = columns.map((column) => ({ name: column.name, type: parquetTypeOf(column) }));
    this.types = this.columns.map(({ type }) => type);
    this.most = rowsPerRowGroup(columns.length);
    this.values = this.columns.map(() => []);
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: [{ name: 'root', num_children: columns.length }, ...this.columns.map(elementOf)],
      createdBy: 'Commonlab',
    });
  }

  addRow(cells: readonly Cell[]): void {
    for (let i = 0; i < this.types.length; i++) {
      const value = parquetValue(cells[i], this.types[i] as ParquetType);
      this.values[i]?.push(value);
      if (typeof value === 'string') this.text += value.length;
    }
    this.rows += 1;
  }

  /** Whether the group has reached the limit of rows or the limit of characters. */
  get isGroupFull(): boolean {
    return this.rows >= this.most || this.text >= mostText;
  }

  takeGroup(): Uint8Array {
    this.notes += this.columns.length;
    if (this.notes > mostNotes)
      throw new ArchiveTooLargeError('too many groups of too many columns');
    // Not awaited: the writer only appends to bytes in memory.
    void this.writer.write({
      columnData: this.columns.map(({ name }, i) => ({
        name,
        data: this.values[i] ?? [],
        offsetIndex: false,
      })),
      rowGroupSize: this.rows,
    });
    this.values = this.columns.map(() => []);
    this.rows = 0;
    this.text = 0;
    return this.take();
  }

  takeRest(): Uint8Array {
    const group = this.rows > 0 ? this.takeGroup() : new Uint8Array();
    void this.writer.finish();
    return Buffer.concat([group, this.take()]);
  }

  /** Returns the bytes written so far and clears the buffer; the writer's offset in the file stays the same. */
  private take(): Uint8Array {
    const taken = this.bytes.getBytes().slice();
    this.bytes.index = 0;
    return taken;
  }
}

const elementOf = ({ name, type }: { name: string; type: ParquetType }): SchemaElement => ({
  name,
  repetition_type: 'OPTIONAL',
  ...(type === 'STRING' ? { type: 'BYTE_ARRAY', converted_type: 'UTF8' } : { type }),
});
