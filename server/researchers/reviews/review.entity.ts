import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ResearcherReview as ReviewOnTheWire } from '../../../contracts/researchers/researchers';

/** One request to review a researcher's affiliation, and its outcome: who decided, when, why. */
@Entity({ schema: 'identity', name: 'review' })
@Check('review_state_check', `state IN ('pending', 'approved', 'rejected', 'superseded')`)
@Index('review_one_pending', { synchronize: false })
@Index('review_queue', ['state', 'requested_at'])
@Index('review_person', ['account_id', 'id'])
export class Review {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'review_pkey' }) id!: string;
  @ForeignKey('Account', { name: 'review_account_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid')
  account_id!: string;
  @Column('text') state!: ReviewOnTheWire['state'];
  /**
   * The organization at the time of the request: the account may change while the review is
   * pending.
   */
  @Column('text') organization!: string;
  @Column('text', { nullable: true }) organization_ror_id!: string | null;
  @Column('text', { nullable: true }) interests!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) requested_at!: Date;
  @Column('timestamptz', { nullable: true }) decided_at!: Date | null;
  @Column('uuid', { nullable: true }) decided_by!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  /** Hints for the deciding administrator, computed by a worker; null until then. */
  @Column('jsonb', { nullable: true }) signals!: ReviewOnTheWire['signals'];
  @Column('timestamptz', { nullable: true }) signals_at!: Date | null;
}
