import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Account } from '../../access/accounts/account.entity';

/**
 * A participant's answers about themselves. Every answer is optional (docs/specification.md, 5).
 */
@Entity({ schema: 'identity', name: 'demographics' })
@Check('demographics_education_level', `education_level ~ '^[a-z_]+$'`)
@Check('demographics_country', `country ~ '^[A-Z]{2}$'`)
@Check(
  'demographics_several',
  `cardinality(languages) BETWEEN 1 AND 20 AND cardinality(sight) BETWEEN 1 AND 20
   AND cardinality(hearing) BETWEEN 1 AND 20 AND cardinality(devices) BETWEEN 1 AND 20`,
)
export class Demographics {
  @PrimaryColumn('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'demographics_account_id_fkey' })
  account?: Relation<Account>;
  @Column('date', { nullable: true }) date_of_birth!: string | null;
  @Column('text', { nullable: true }) education_level!: string | null;
  @Column('text', { nullable: true }) country!: string | null;
  @Column('text', { array: true, nullable: true }) languages!: string[] | null;
  @Column('text', { nullable: true }) sex!: string | null;
  @Column('text', { nullable: true }) gender!: string | null;
  @Column('text', { nullable: true }) handedness!: string | null;
  @Column('text', { array: true, nullable: true }) sight!: string[] | null;
  @Column('text', { array: true, nullable: true }) hearing!: string[] | null;
  @Column('text', { array: true, nullable: true }) devices!: string[] | null;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}
