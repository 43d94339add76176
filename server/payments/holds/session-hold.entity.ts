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
import { Session } from '../../enrolment/model/session.entity';
import { LedgerAccount } from '../../ledger/account.entity';

/** The money held for a session, and the price per participant on which it is based. */
@Entity({ schema: 'research', name: 'session_hold' })
@Index('session_hold_wallet', ['wallet_account_id'])
@Unique('session_hold_payable', ['payable_account_id'])
@Index('session_hold_closed', ['counted_on'], {
  where: 'counted_on IS NOT NULL AND NOT is_settled',
})
@Check('session_hold_for_answers_check', 'for_answers >= 0')
export class SessionHold {
  @PrimaryColumn('uuid') session_id!: string;
  @OneToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'session_hold_session_id_fkey' })
  session?: Relation<Session>;
  /** The ledger account with the reserved money; its kind is `hold`. */
  @Column('uuid') account_id!: string;
  @ManyToOne(() => LedgerAccount)
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'session_hold_account_id_fkey' })
  account?: Relation<LedgerAccount>;
  /** The ledger account of the wallet that the money came from and returns to. */
  @Column('uuid') wallet_account_id!: string;
  @ManyToOne(() => LedgerAccount)
  @JoinColumn({
    name: 'wallet_account_id',
    foreignKeyConstraintName: 'session_hold_wallet_account_id_fkey',
  })
  wallet?: Relation<LedgerAccount>;
  /**
   * The ledger account of the kind `payable`: what the session owes its participants. It is opened
   * with the first approval.
   */
  @Column('uuid', { nullable: true }) payable_account_id!: string | null;
  @ManyToOne(() => LedgerAccount, { nullable: true })
  @JoinColumn({
    name: 'payable_account_id',
    foreignKeyConstraintName: 'session_hold_payable_account_id_fkey',
  })
  payable?: Relation<LedgerAccount> | null;
  @Column('text') currency!: string;
  /** The reward of one participant, in minor units. */
  @Column('integer') reward!: number;
  @Column('integer') fee!: number;
  /**
   * The fee in basis points, as it was when money was first held: a later change of the setting has
   * no effect.
   */
  @Column('integer') fee_basis_points!: number;
  /**
   * The amount held for pay by answers, with the fee, in minor units: the maximum for all seats. It
   * becomes 0 once the researchers have paid by answers or have missed the time for it.
   */
  @Column('bigint', { default: 0 }) for_answers!: string;
  /** How many times the reserved amount was changed; used in the keys of ledger entries. */
  @Column('integer', { default: 0 }) changes!: number;
  /**
   * The day (UTC) on which the claimable seats of the closed session (those whose reward a
   * participant may still get) were last counted; null while the session is open.
   */
  @Column('date', { nullable: true }) counted_on!: string | null;
  /** Whether the count is final: no person is still taking part, and no decision can be overturned any more. */
  @Column('boolean', { default: false }) is_settled!: boolean;
}
