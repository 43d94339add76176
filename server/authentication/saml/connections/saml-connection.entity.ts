import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

/** An organization's identity provider, as its metadata describes it. */
@Entity({ schema: 'identity', name: 'saml_connection' })
@Index('saml_connection_entity', ['entity_id'], { unique: true })
export class SamlConnection {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') organization!: string;
  @Column('text') entity_id!: string;
  @Column('text') sso_url!: string;
  /** DER in base64. */
  @Column('text', { array: true }) certificates!: string[];
  @Column('boolean') enabled!: boolean;
  @Column('timestamptz', { nullable: true }) last_test_at!: Date | null;
  @Column('boolean', { nullable: true }) last_test_ok!: boolean | null;
  @Column('text', { nullable: true }) last_test_code!: string | null;
  @Column('text', { nullable: true }) last_test_detail!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}

/** A mail domain has one provider. */
@Entity({ schema: 'identity', name: 'saml_domain' })
@Index('saml_domain_connection', ['connection_id'])
export class SamlDomain {
  @PrimaryColumn('text') domain!: string;
  @Column('uuid') connection_id!: string;
  @ManyToOne(() => SamlConnection, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'saml_domain_connection_id_fkey' })
  connection?: Relation<SamlConnection>;
}
