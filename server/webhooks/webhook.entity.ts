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
import type {
  WebhookMessageKind,
  Webhook,
  WebhookKind,
  WebhookMessage,
} from '../../contracts/webhooks/webhooks';
import { Account } from '../access/accounts/account.entity';
import { Study } from '../studies/study.entity';

const moment = { type: 'timestamptz', nullable: true } as const;

/** A researcher's server that is notified of changes. */
@Entity({ schema: 'identity', name: 'webhook' })
@Check('webhook_state_check', `state IN ('active', 'paused', 'disabled')`)
@Index('webhook_account', ['account_id'])
@Index('webhook_study', ['study_id'])
export class WebhookRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'webhook_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') url!: string;
  @Column('text', { array: true }) kinds!: WebhookKind[];
  /**
   * The study whose changes are sent. Null for all studies that the researcher may read when a
   * message is delivered.
   */
  @Column('uuid', { nullable: true }) study_id!: string | null;
  @ManyToOne(() => Study, { nullable: true })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'webhook_study_id_fkey' })
  study?: Relation<Study> | null;
  @Column('text', { default: 'active' }) state!: Webhook['state'];
  /** The encrypted secret that signs messages. */
  @Column('bytea') secret!: Buffer;
  @Column('bytea', { nullable: true }) former_secret!: Buffer | null;
  @Column(moment) former_secret_until!: Date | null;
  @Column(moment) failing_since!: Date | null;
  @Column('timestamptz') created_at!: Date;
}

/** One message to one webhook; the `webhook-id` of every attempt is derived from its id. */
@Entity({ schema: 'identity', name: 'webhook_message' })
@Check('webhook_message_state_check', `state IN ('waiting', 'delivered', 'failed')`)
@Index('webhook_message_due', ['webhook_id', 'due_at'], { where: `state = 'waiting'` })
@Index('webhook_message_log', ['webhook_id', 'created_at', 'id'])
@Index('webhook_message_age', ['created_at'])
export class WebhookMessageRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') webhook_id!: string;
  @ManyToOne(() => WebhookRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'webhook_id', foreignKeyConstraintName: 'webhook_message_webhook_id_fkey' })
  webhook?: Relation<WebhookRow>;
  @Column('text') kind!: WebhookMessageKind;
  /** The study that the message is about; null for a test message. */
  @Column('uuid', { nullable: true }) study_id!: string | null;
  @Column('text') body!: string;
  @Column('text', { default: 'waiting' }) state!: WebhookMessage['state'];
  /**
   * When the next attempt is due. During an attempt: when another process may take over the
   * message.
   */
  @Column('timestamptz') due_at!: Date;
  /** The end of the retries: if an attempt fails after this time, no other one follows. */
  @Column('timestamptz') try_until!: Date;
  @Column('integer', { default: 0 }) tries!: number;
  @Column('timestamptz') created_at!: Date;
}

/** One attempt to deliver a message. */
@Entity({ schema: 'identity', name: 'webhook_attempt' })
@Index('webhook_attempt_message', ['message_id', 'at'])
export class WebhookAttemptRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') message_id!: string;
  @ManyToOne(() => WebhookMessageRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'message_id', foreignKeyConstraintName: 'webhook_attempt_message_id_fkey' })
  message?: Relation<WebhookMessageRow>;
  @Column('timestamptz') at!: Date;
  @Column('integer', { nullable: true }) status!: number | null;
  @Column('text', { nullable: true }) problem!: string | null;
  @Column('text') answer!: string;
  @Column('integer') duration_ms!: number;
}
