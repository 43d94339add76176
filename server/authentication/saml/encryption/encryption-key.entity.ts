import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The key for which identity providers encrypt assertions to this installation. There is only one,
 * even if several servers start at the same time.
 */
@Entity({ schema: 'identity', name: 'saml_encryption_key' })
@Index('saml_encryption_key_once', ['singleton'], { unique: true })
@Check('saml_encryption_key_singleton_check', `singleton`)
export class SamlEncryptionKey {
  @PrimaryColumn('uuid') id!: string;
  @Column('boolean', { default: true }) singleton!: boolean;
  /** The certificate of the key: self-signed, DER in base64, published in the metadata. */
  @Column('text') certificate!: string;
  /** The private key: PKCS #8 in PEM, encrypted under the server's key. */
  @Column('bytea') private_key!: Buffer;
  @Column('timestamptz') created_at!: Date;
}
