import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A version of the secret key that this database was used with; the stored check value distinguishes it from other
 * keys.
 */
@Entity({ schema: 'platform', name: 'secret_version' })
export class SecretVersion {
  @PrimaryColumn('integer') version!: number;
  /** A keyed check value from which the key cannot be computed. */
  @Column('bytea') mark!: Buffer;
}
