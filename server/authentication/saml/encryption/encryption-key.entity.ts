import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The key under which identity providers encrypt assertions for this installation. There is only one, even if several
 * servers start at the same time.
 */
@Entity({ schema: 'identity', name: 'saml_encryption_key' })
@Index('saml_encryption_key_once', ['singleton'], { unique: true })
@Check('saml_encryption_key_singleton_check', `singleton`)
export class SamlEncryptionKey {
  @PrimaryColumn('uuid') id!: string;
  @Column('boolean', { default: true }) singleton!: boolean;
  /** Self-signed, DER in base64, published in the metadata. */
  @Column('text') certificate!: string;
  /** The private key, PKCS #8 in PEM, sealed. */
  @Column('bytea') private_key!: Buffer;
  @Column('timestamptz') created_at!: Date;
}
