import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import type { BonusKind } from '../../../contracts/payments/bonuses';
import { Account } from '../../access/accounts/account.entity';
import { Session } from '../../enrolment/model/session.entity';

/**
 * A set of payments that the researchers of a session made together, in addition to the session's
 * rewards. A row is never changed.
 */
@Entity({ schema: 'research', name: 'bonus' })
@Unique('bonus_request', ['request_key'])
@Check('bonus_kind_check', `kind IN ('bonus', 'top_up', 'by_answers')`)
@Check('bonus_people_check', 'people > 0')
@Check('bonus_total_check', 'total > 0 AND fee >= 0')
@Index('bonus_session', ['session_id'])
@Index('bonus_by_answers', ['session_id'], { unique: true, where: `kind = 'by_answers'` })
@Index('bonus_created_by', ['created_by'])
export class BonusRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'bonus_session_id_fkey' })
  session?: Relation<Session>;
  @Column('text') kind!: BonusKind;
  /** The reason that the participants read; null for a top-up. */
  @Column('text', { nullable: true }) reason!: string | null;
  /** How many participants the bonus pays. */
  @Column('integer') people!: number;
  /** The total in minor units, without the fee. */
  @Column('bigint') total!: string;
  /** The platform's fee, which is not included in `total`, in minor units. */
  @Column('bigint') fee!: string;
  @Column('text') currency!: string;
  /** UTC. */
  @Column('date') day!: string;
  /**
   * The key of the request that made the bonus, so that a repeated request makes no second one
   * (request-key.ts).
   */
  @Column('text') request_key!: string;
  /**
   * The digest of the participants, amounts and states in the preview that the researcher
   * confirmed.
   */
  @Column('bytea') digest!: Buffer;
  /** The researcher who paid the bonus; null after that account was erased. */
  @Column('uuid', { nullable: true }) created_by!: string | null;
  @ManyToOne(() => Account, { nullable: true, onDelete: 'SET NULL' })
  @JoinColumn({ name: 'created_by', foreignKeyConstraintName: 'bonus_created_by_fkey' })
  creator?: Relation<Account> | null;
}
