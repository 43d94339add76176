import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Account } from '../access/accounts/account.entity';

/** A participant's answers about themselves; every field is optional (docs/specification.md, 5). */
@Entity({ schema: 'identity', name: 'demographics' })
@Check('demographics_education_level', `education_level ~ '^[a-z_]+$'`)
export class Demographics {
  @PrimaryColumn('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'demographics_account_id_fkey' })
  account?: Relation<Account>;
  @Column('date', { nullable: true }) date_of_birth!: string | null;
  @Column('text', { nullable: true }) education_level!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}
