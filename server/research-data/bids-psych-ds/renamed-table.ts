import { allowedColumnNames } from './names.rule';
import type { Table } from '../columns/table';

/**
 * Renames the columns of a table to names that a standard allows; the codebook contains the
 * original names.
 */
export function renameColumns(
  table: Table,
  allowed: (name: string) => string,
  reserved: readonly string[],
): Table {
  const names = allowedColumnNames(
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
