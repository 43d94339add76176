import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../../access/accounts/account.entity';
import { Study } from '../../studies/study.entity';

/**
 * Records that an account owned a study, or worked on it; a database trigger writes it. The
 * gradebooks that this person reads go on withholding credit from the study. Otherwise an
 * instructor could see which tags (pseudonyms) completed the study, leave the study, and then see
 * which student's sum rises.
 */
@Entity({ schema: 'identity', name: 'former_study_person' })
@Index('former_study_person_account', ['account_id'])
export class FormerStudyPersonRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'former_study_person_pkey' })
  study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'former_study_person_study_id_fkey' })
  study?: Relation<Study>;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'former_study_person_pkey' })
  account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'account_id',
    foreignKeyConstraintName: 'former_study_person_account_id_fkey',
  })
  account?: Relation<Account>;
}
