import type { Purpose } from './secrets';

/** A bytea column that is encrypted under the server's key (server/platform/security/secrets.ts). */
export interface SealedColumn {
  readonly column: string;
  /** The purpose of the encryption key; no other column has the same one. */
  readonly purpose: Purpose;
  /** The uuid column, unique in its table, that is authenticated with the encrypted value. */
  readonly row: string;
  /** How many rows a rotation encrypts in one transaction; fewer than usual for large values. */
  readonly rowsAtOnce?: number;
}

/** An encrypted column with its table, `schema.name`. */
export type SealedTableColumn = SealedColumn & { readonly table: string };
