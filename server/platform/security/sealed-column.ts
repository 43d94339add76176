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
   * A unique uuid column of the table. The encrypted value can be decrypted only together with the
   * uuid of its own row.
   */
  readonly row: string;
  /** How many rows a rotation encrypts in one transaction; fewer than usual for large values. */
  readonly rowsAtOnce?: number;
}

/** An encrypted column with its table, `schema.name`. */
export type EncryptedTableColumn = EncryptedColumn & { readonly table: string };
