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
import type { NoticeKind } from '../../contracts/notices/notices';
import { Account } from '../access/accounts/account.entity';

const text = { type: 'text', nullable: true } as const;
const moment = { type: 'timestamptz', nullable: true } as const;

/**
 * The notification settings of an account. An account without a row has never changed a setting.
 * The row does not contain the time of the last change. Participants often switch reminders off
 * just after they have received a reminder. So the time would reveal to which participation the
 * reminder belonged.
 */
@Entity({ schema: 'identity', name: 'notice_preference' })
@Check('notice_preference_quiet', `(quiet_from IS NULL) = (quiet_until IS NULL)`)
@Check(
  'notice_preference_digest',
  `NOT new_studies OR (digest_at IS NOT NULL AND seen_until IS NOT NULL)`,
)
@Index('notice_preference_digest_due', ['digest_at', 'account_id'], { where: 'new_studies' })
export class NoticePreferenceRow {
  @PrimaryColumn('uuid') account_id!: string;
  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'account_id',
    foreignKeyConstraintName: 'notice_preference_account_id_fkey',
  })
  account?: Relation<Account>;
  /**
   * The kinds of notification that the person switched off. Only kinds that are on by default can
   * be listed.
   */
  @Column('text', { array: true, default: () => `'{}'` }) off!: NoticeKind[];
  @Column(text) zone!: string | null;
  /** When quiet hours begin, as `HH:MM` in the person's time zone. */
  @Column(text) quiet_from!: string | null;
  @Column(text) quiet_until!: string | null;
  @Column('boolean', { default: false }) new_studies!: boolean;
  /** When the job next checks whether there are new studies for the person. */
  @Column(moment) digest_at!: Date | null;
  /**
   * The last digest contained studies that appeared in the catalogue up to this time. For a person
   * who has just opted in, it is the time of the opt-in.
   */
  @Column(moment) seen_until!: Date | null;
}

/** A mail about new studies. The constraint `digest_once` allows one for each person and day. */
@Entity({ schema: 'identity', name: 'digest' })
@Unique('digest_once', ['account_id', 'day'])
@Index('digest_age', ['until'])
export class DigestRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'digest_account_id_fkey' })
  account?: Relation<Account>;
  /** The day in the person's time zone. */
  @Column('date') day!: string;
  /**
   * The digest is about studies that appeared in the catalogue after `since` and not later than
   * `until`.
   */
  @Column('timestamptz') since!: Date;
  @Column('timestamptz') until!: Date;
}
