import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Connects a participation with its account in both directions, readable only with the server's key
 * (participation-links.ts; docs/domain.md, 4). There is no foreign key to the account. With a
 * foreign key, the enrolment's transaction would lock the account's row, and leave the number of
 * the transaction there. By this number, a reader of the database could match the account and the
 * participation.
 */
@Entity({ schema: 'identity', name: 'participation_link' })
@Check('participation_link_form', '(account_id IS NULL) = (entry IS NOT NULL)')
@Index('participation_link_entry', ['entry'], { unique: true })
@Index('participation_link_account', { synchronize: false })
export class ParticipationLink {
  @PrimaryColumn('uuid') participation_id!: string;
  /**
   * The keyed hash of the account and the number of the link, 16 bytes; null in a row that is not
   * encrypted yet.
   */
  @Column('bytea', { nullable: true }) entry!: Buffer | null;
  /** The encrypted account id; null once no mail, message or roster with names needs it. */
  @Column('bytea', { nullable: true }) account!: Buffer | null;
  /**
   * The plain account id in a row that an earlier version of the product wrote, until the job
   * encrypts it; otherwise null.
   */
  @Column('uuid', { nullable: true }) account_id!: string | null;
}
