import type { Purpose } from './secrets';

/** A bytea column that is sealed under the server's key (server/platform/security/secrets.ts). */
export interface SealedColumn {
  readonly column: string;
  /** The purpose under which the column is sealed; no other column has the same one. */
  readonly purpose: Purpose;
  /** The uuid, unique in its table, that names the row in the seal. */
  readonly row: string;
  /** How many rows a rotation seals in one transaction; less than its usual number for large values. */
  readonly rowsAtOnce?: number;
}

/** A sealed column with its table, `schema.name`. */
export type SealedTableColumn = SealedColumn & { readonly table: string };
