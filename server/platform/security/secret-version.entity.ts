import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A version of the secret key with which this database was used. The stored check value shows
 * whether the key that is configured for this version is the same key.
 */
@Entity({ schema: 'platform', name: 'secret_version' })
export class SecretVersion {
  @PrimaryColumn('integer') version!: number;
  /** A check value that is computed with the key, and from which the key cannot be computed. */
  @Column('bytea') mark!: Buffer;
}
