import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail on its way: claimed, sent, confirmed. An id of the recipient and never an address. */
@Entity({ schema: 'platform', name: 'mail' })
@Check('mail_state_check', `state IN ('claimed', 'sent', 'dropped')`)
export class Mail {
  @PrimaryColumn('text') key!: string;
  @Column('text') template!: string;
  /**
   * Null for mails about a participation: beside the event's id an account would be a second link
   * table (DOMAIN 4).
   */
  @Column('uuid', { nullable: true }) account_id!: string | null;
  @Column('text') message_id!: string;
  @Column('text') state!: 'claimed' | 'sent' | 'dropped';
  @Column('timestamptz', { default: () => 'now()' }) claimed_at!: Date;
  @Column('timestamptz', { nullable: true }) sent_at!: Date | null;
}
