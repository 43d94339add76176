import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import type {
  PaymentKind,
  PaymentMethod,
  PaymentState,
} from '../../../contracts/payments/payments';
import { Participation } from '../../enrolment/model/participation.entity';
import { Session } from '../../enrolment/model/session.entity';
import { LedgerEntry } from '../../ledger/entries/entry.entity';
import { Study } from '../../studies/study.entity';
import { BonusRow } from './bonus.entity';

/**
 * What one participation is owed: its reward, or what its researchers paid in addition. Database
 * triggers create the reward when the participation is completed, and change payments when the
 * researchers decide about the participation. Payments that are paid or being paid do not change.
 * The row contains a day (UTC) but no exact time.
 */
@Entity({ schema: 'research', name: 'payment' })
@Unique('payment_of_bonus', ['bonus_id', 'participation_id'])
@Index('payment_reward', ['participation_id'], { unique: true, where: `kind = 'reward'` })
@Index('payment_participation', ['participation_id'])
@Check('payment_kind_check', `kind IN ('reward', 'bonus', 'top_up', 'by_answers')`)
@Check('payment_has_bonus', `(kind = 'reward') = (bonus_id IS NULL)`)
@Check('payment_amount_check', 'amount > 0')
@Check('payment_fee_check', 'fee >= 0')
@Check(
  'payment_state_check',
  `state IN ('due', 'approved', 'processing', 'paid', 'failed', 'rejected', 'reversed', 'waived')`,
)
@Check('payment_method_check', `method IN ('cash', 'gift_code', 'bank')`)
@Check('payment_confirmed_by_check', `confirmed_by IN ('code', 'signature')`)
@Check('payment_has_method', `state NOT IN ('processing', 'paid') OR method IS NOT NULL`)
@Check(
  'payment_cash_is_confirmed',
  `(confirmed_by IS NOT NULL) = (state = 'paid' AND method = 'cash')`,
)
@Index('payment_session', ['session_id', 'id'])
@Index('payment_to_book', { synchronize: false })
@Index('payment_processing', { synchronize: false })
@Index('payment_unclaimed', { synchronize: false })
@Index('payment_answered', { synchronize: false })
@Index('payment_came_back', { synchronize: false })
export class PaymentRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') participation_id!: string;
  @ManyToOne(() => Participation)
  @JoinColumn({
    name: 'participation_id',
    foreignKeyConstraintName: 'payment_participation_id_fkey',
  })
  participation?: Relation<Participation>;
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'payment_session_id_fkey' })
  session?: Relation<Session>;
  @Column('text', { default: 'reward' }) kind!: PaymentKind;
  /** The bonus or top-up to which the payment belongs; null for a reward. */
  @Column('uuid', { nullable: true }) bonus_id!: string | null;
  @ManyToOne(() => BonusRow, { nullable: true })
  @JoinColumn({ name: 'bonus_id', foreignKeyConstraintName: 'payment_bonus_id_fkey' })
  bonus?: Relation<BonusRow> | null;
  /** Minor units; for a reward, the session's reward when the participation was completed. */
  @Column('integer') amount!: number;
  /** The platform's fee, which is not included in `amount`, in minor units. */
  @Column('integer') fee!: number;
  @Column('text') currency!: string;
  @Column('text') state!: PaymentState;
  @Column('text', { nullable: true }) method!: PaymentMethod | null;
  /** How the participant confirmed the cash: by a code on their page, or by a signature on paper. */
  @Column('text', { nullable: true }) confirmed_by!: 'code' | 'signature' | null;
  /** The researcher who confirmed that the cash was handed over, never a participant. */
  @Column('uuid', { nullable: true }) confirmed_account_id!: string | null;
  /** The day (UTC) of the last change. */
  @Column('date') day!: string;
  /**
   * The state at the beginning of `day`; null if the payment did not exist then. A trigger writes
   * it.
   */
  @Column('text', { nullable: true }) state_before!: PaymentState | null;
  /** The day of the change before the last one; null if there was none. */
  @Column('date', { nullable: true }) day_before!: string | null;
  /** The method at the beginning of `day`. */
  @Column('text', { nullable: true }) method_before!: PaymentMethod | null;
  /** The participant's response to a rejection. */
  @Column('text', { nullable: true }) answer!: string | null;
  /** UTC. */
  @Column('date', { nullable: true }) answered_on!: string | null;
  /**
   * How many times the payment was booked as owed; the number is part of the keys of ledger
   * entries.
   */
  @Column('smallint', { default: 0 }) accruals!: number;
  /**
   * The ledger entry that books the amount as owed; null before the payment is booked, and after
   * the entry was reversed.
   */
  @Column('uuid', { nullable: true }) accrual_id!: string | null;
  @ManyToOne(() => LedgerEntry, { nullable: true })
  @JoinColumn({ name: 'accrual_id', foreignKeyConstraintName: 'payment_accrual_id_fkey' })
  accrual?: Relation<LedgerEntry> | null;
  /** The ledger entry that books the payment as paid. */
  @Column('uuid', { nullable: true }) settlement_id!: string | null;
  @ManyToOne(() => LedgerEntry, { nullable: true })
  @JoinColumn({ name: 'settlement_id', foreignKeyConstraintName: 'payment_settlement_id_fkey' })
  settlement?: Relation<LedgerEntry> | null;
  /**
   * The ledger entry that booked the payment as paid before the bank returned the money; null once
   * the ledger has reversed that entry.
   */
  @Column('uuid', { nullable: true }) returned_settlement_id!: string | null;
  @ManyToOne(() => LedgerEntry, { nullable: true })
  @JoinColumn({
    name: 'returned_settlement_id',
    foreignKeyConstraintName: 'payment_returned_settlement_id_fkey',
  })
  returned_settlement?: Relation<LedgerEntry> | null;
  /**
   * How many times the ledger reversed an entry that had booked the payment as paid, because the
   * bank returned the money; the number is part of the keys of ledger entries.
   */
  @Column('smallint', { default: 0 }) returns!: number;
}

/** How participants of a study may be paid; without a row, only in cash. */
@Entity({ schema: 'research', name: 'payment_methods' })
export class PaymentMethodsRow {
  @PrimaryColumn('uuid') study_id!: string;
  @OneToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'payment_methods_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text', { array: true }) methods!: PaymentMethod[];
}
