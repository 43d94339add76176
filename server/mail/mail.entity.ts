import { Check, Column, Entity, PrimaryColumn, Index } from 'typeorm';

/**
 * A mail that was claimed, sent or dropped. It names the recipient by the id of the account, and
 * contains no address.
 */
@Entity({ schema: 'platform', name: 'mail' })
@Index('mail_claimed_account', { synchronize: false })
@Index('mail_account', { synchronize: false })
@Index('mail_participation', { synchronize: false })
@Check('mail_state_check', `state IN ('claimed', 'sent', 'dropped')`)
export class Mail {
  /**
   * The key of the mail, which contains the id of the event. For a mail about a participation it is
   * a keyed hash instead, because the event's id contains its time.
   */
  @PrimaryColumn('text') key!: string;
  @Column('text') template!: string;
  /**
   * The recipient's account. Null for a mail about a participation: an account beside the event's
   * id would show which participation belongs to which account (docs/domain.md, 4).
   */
  @Column('uuid', { nullable: true }) account_id!: string | null;
  /**
   * The Message-ID. Null for a mail about a participation, because mail servers log the Message-ID
   * together with the address.
   */
  @Column('text', { nullable: true }) message_id!: string | null;
  @Column('text') state!: 'claimed' | 'sent' | 'dropped';
  @Column('timestamptz', { default: () => 'now()' }) claimed_at!: Date;
  @Column('timestamptz', { nullable: true }) sent_at!: Date | null;
  /**
   * The number of the lock of the process that has the claim (claim-holder.ts); null once the mail
   * is sent or dropped.
   */
  @Column('integer', { nullable: true }) holder!: number | null;
}
