import { allowedNames } from './names.rule';
import type { Table } from '../columns/table';

/** A table with names of columns that a standard allows; the codebook says what they were. */
export function renamedTable(
  table: Table,
  allowed: (name: string) => string,
  reserved: readonly string[],
): Table {
  const names = allowedNames(
    table.columns.map(({ name }) => name),
    allowed,
    reserved,
  );
  return {
    ...table,
    columns: table.columns.map((column, i) => {
      const name = names[i] ?? column.name;
      return name === column.name
        ? column
        : { ...column, name, renamed_from: column.renamed_from ?? column.name };
    }),
  };
}
