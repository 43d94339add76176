import type { KeyPurpose } from './secrets';

/**
 * A column of type bytea that is encrypted under the server's key
 * (server/platform/security/secrets.ts).
 */
export interface EncryptedColumn {
  readonly column: string;
  /** The purpose of the encryption key. Each column has a purpose of its own. */
  readonly purpose: KeyPurpose;
  /**
   * A unique uuid column of the table. The encrypted value is bound to its value: it can be
   * decrypted only in the same row.
   */
  readonly row: string;
  /** How many rows a rotation encrypts in one transaction; fewer than usual for large values. */
  readonly rowsAtOnce?: number;
}

/** An encrypted column with its table, `schema.name`. */
export type EncryptedTableColumn = EncryptedColumn & { readonly table: string };
