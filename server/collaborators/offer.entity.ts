import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Account } from '../access/accounts/account.entity';
import { Study } from '../studies/study.entity';

/**
 * An offer by which a study's owner wants to transfer it to a collaborator or an email address. A
 * study has one offer at a time.
 */
@Entity({ schema: 'identity', name: 'study_offer' })
@Check(
  'study_offer_to_check',
  `(account_id IS NULL) <> (email IS NULL) AND (email IS NULL) = (key_hash IS NULL)`,
)
export class StudyOfferRow {
  @PrimaryColumn('uuid') id!: string;
  @Index('study_offer_study', { unique: true })
  @Column('uuid')
  study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_offer_study_id_fkey' })
  study?: Relation<Study>;
  @Index('study_offer_offerer')
  @Column('uuid')
  offered_by!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'offered_by', foreignKeyConstraintName: 'study_offer_offered_by_fkey' })
  offerer?: Relation<Account>;
  /** The collaborator to whom the study is offered; null if it is offered to an email address. */
  @Index('study_offer_account')
  @Column('uuid', { nullable: true })
  account_id!: string | null;
  @ManyToOne(() => Account, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'study_offer_account_id_fkey' })
  account?: Relation<Account> | null;
  @Column('text', { nullable: true }) email!: string | null;
  /**
   * The SHA-256 of the key in the mail, for an offer to an email address. The mail derives the key
   * from the row's id and the server's secret.
   */
  @Index('study_offer_key', { unique: true })
  @Column('bytea', { nullable: true })
  key_hash!: Buffer | null;
  /** Whether the former owner stays as an editor; otherwise they leave the study. */
  @Column('boolean') stays!: boolean;
  @Column('timestamptz') created_at!: Date;
  @Index('study_offer_expiry')
  @Column('timestamptz')
  expires_at!: Date;
}
