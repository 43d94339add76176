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
import type { MessageReportState } from '../../contracts/messages/message-reports';
import type { ConversationParty } from '../../contracts/messages/messages';
import type { ParticipationState } from '../../contracts/enrolment/participations';

const none = { type: 'integer', default: 0 } as const;

/**
 * A message in the conversation about a participation. It belongs to the session in which the
 * participation was at the time, and names no account.
 */
@Entity({ schema: 'research', name: 'message' })
@Index('message_order', ['session_id', 'participation_id', 'position'], { unique: true })
@Index('message_once', ['participation_id', 'write_key'], { unique: true })
@Check('message_sender_check', `sender IN ('participant', 'researcher')`)
export class MessageRow {
  /** Random: a time-ordered id would contain the exact time. */
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') session_id!: string;
  @Column('uuid') participation_id!: string;
  /** Counts from 1, in the order in which the messages of the conversation were written. */
  @Column('integer') position!: number;
  @Column('text') sender!: ConversationParty;
  /** The encrypted text. */
  @Column('bytea') text!: Buffer;
  /** When the message was sent; in an anonymous session, the beginning of that day in UTC. */
  @Column('timestamptz') sent_at!: Date;
  /**
   * The idempotency key of the request or the broadcast that wrote the message. If the request or
   * the broadcast is repeated, no second message is written.
   */
  @Column('text', { nullable: true }) write_key!: string | null;
  /**
   * Whether an administrator removed the text after a report. If so, an encrypted empty text is
   * stored in its place.
   */
  @Column('boolean', { default: false }) removed!: boolean;
}

/**
 * A conversation. For the participant and for the researchers, it stores the position of the last
 * message that this side has written, and of the last message that this side has read. No column
 * contains the time at which a message was read.
 */
@Entity({ schema: 'research', name: 'conversation' })
@Index('conversation_participation', ['participation_id'])
@Index('conversation_unread', ['session_id'], { where: 'by_participant > researcher_read' })
export class ConversationRow {
  @PrimaryColumn('uuid') session_id!: string;
  @PrimaryColumn('uuid') participation_id!: string;
  @Column('integer') last!: number;
  /** The same value as `sent_at` of the last message. */
  @Column('timestamptz') last_at!: Date;
  /** The position of the last message that each side has written. */
  @Column(none) by_participant!: number;
  @Column(none) by_researcher!: number;
  /** Position of the last message that each side has read. */
  @Column(none) participant_read!: number;
  @Column(none) researcher_read!: number;
  /** The position of the last message about which each side got a mail. */
  @Column(none) participant_told!: number;
  @Column(none) researcher_told!: number;
}

/** A message that one side wants an administrator to read. */
@Entity({ schema: 'research', name: 'message_report' })
@Index('message_report_once', ['message_id'], { unique: true })
@Index('message_report_list', ['state', 'reported_on', 'id'])
@Check('message_report_by_check', `reported_by IN ('participant', 'researcher')`)
@Check('message_report_state_check', `state IN ('open', 'dismissed', 'removed')`)
export class MessageReportRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') message_id!: string;
  @ManyToOne(() => MessageRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'message_id', foreignKeyConstraintName: 'message_report_message_id_fkey' })
  message?: Relation<MessageRow>;
  @Column('text') reported_by!: ConversationParty;
  /** The encrypted reason for the report. */
  @Column('bytea') reason!: Buffer;
  @Column('text', { default: 'open' }) state!: MessageReportState;
  @Column('date') reported_on!: string;
}

/** One message to all participants of a session whose participation is in one of `states`. */
@Entity({ schema: 'research', name: 'broadcast' })
@Index('broadcast_once', ['session_id', 'write_key'], { unique: true })
@Index('broadcast_list', ['session_id', 'sent_at', 'id'])
@Index('broadcast_waiting', ['id'], { where: 'NOT done' })
@Index('broadcast_expiry', ['expires_at'])
export class BroadcastRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') session_id!: string;
  /** The encrypted text. */
  @Column('bytea') text!: Buffer;
  @Column('text', { array: true }) states!: ParticipationState[];
  /** When the message was sent; in an anonymous session, the beginning of that day (UTC). */
  @Column('timestamptz') sent_at!: Date;
  @Column('timestamptz') expires_at!: Date;
  /**
   * The id of the last participation to which a worker has written the message. Workers write to
   * participations in the order of their ids.
   */
  @Column('uuid') after!: string;
  @Column(none) sent!: number;
  @Column('boolean', { default: false }) done!: boolean;
  @Column('text', { nullable: true }) write_key!: string | null;
}
