import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { WebhookMessageKind } from '../../../contracts/webhooks/webhooks';
import { Batcher } from '../../platform/concurrency/batcher';
import { Clock, addMilliseconds } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { seesEventsAtOnceSql } from '../../studies/people/reader-by-day.sql';
import { mayOnStudySql } from '../../studies/study.policy';
import { attemptTimeoutMs, type DeliveryOutcome } from './post';
import { disableAfterMs, nextDeliveryAttemptAt } from './retry';

/** A message that this process has claimed and may deliver now, with the data for the attempt. */
export interface ClaimedWebhookMessage {
  id: string;
  webhook_id: string;
  account_id: string;
  kind: WebhookMessageKind;
  body: string;
  tries: number;
  try_until: Date;
  url: string;
  secret: Buffer;
  former_secret: Buffer | null;
  failing: boolean;
  /** Whether the researcher who owns the webhook may receive the message now. */
  may: boolean;
  /**
   * When the claim expires. Then another process may send the message, and this process must not.
   */
  until: Date;
}
interface Delivered {
  message: ClaimedWebhookMessage;
  outcome: DeliveryOutcome;
}

/**
 * How many milliseconds a claim lasts: long enough for one attempt with each claimed message. After
 * a crash, no process sends the claimed messages until this time has passed.
 */
const heldMs = 4 * attemptTimeoutMs;

/** SQL condition: the account may have webhooks. @param a an alias of identity.account_profile */
export const mayHaveWebhooksSql = (a: string) =>
  `${a}.is_researcher AND ${a}.status = 'ACTIVE' AND ${a}.disabled_at IS NULL`;
/**
 * SQL condition: the account may get messages about participations. Only approved researchers, who
 * may learn participants' names, get them (docs/domain.md, 1).
 * @param a an alias of identity.account_profile
 */
export const mayGetParticipationMessagesSql = (a: string) => `${a}.researcher_privilege IS TRUE`;
/**
 * SQL condition: the account may get messages about the participations of a session, because it
 * sees the participants' names and all events as they happen.
 * @param st an alias of research.study_profile
 * @param session an operand, the session's id
 * @param account an operand, the account's id
 */
export const mayGetMessagesOfSessionSql = (st: string, session: string, account: string) =>
  `EXISTS (SELECT FROM research.recruitment told WHERE told.id = ${session}
     AND ${seesEventsAtOnceSql(st, 'told', account)})`;
/**
 * SQL expression: reads the session's id from the body of a message; null if the body has none.
 * @param m an alias of identity.webhook_message
 */
const sessionOf = (m: string) => `(${m}.body::jsonb #>> '{data,session_id}')::uuid`;

/** SQL condition: the webhook has messages that are due. @param w an alias of identity.webhook */
const hasDueMessages = (w: string, now: string) =>
  `EXISTS (SELECT 1 FROM identity.webhook_message m
     WHERE m.webhook_id = ${w}.id AND m.state = 'waiting' AND m.due_at <= ${now}
       AND (${w}.state = 'active' OR m.kind = 'webhook.test'))`;
/** SQL condition: any webhook has a message that is due. @param now an operand of type timestamptz */
export const isAnyMessageDueSql = (now: string): string =>
  `EXISTS (SELECT FROM identity.webhook w WHERE ${hasDueMessages('w', now)})`;

/** Stores waiting messages and the results of attempts. Several processes may use it at once. */
@Injectable()
export class WebhookMessages {
  private readonly delivered: Batcher<Delivered, undefined>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {
    this.delivered = new Batcher(
      async (all) => {
        await this.unitOfWork.run((tx) => this.writeDelivered(tx, all));
        return all.map(() => undefined);
      },
      { atOnce: 2 },
    );
  }

  /** Finds the webhooks that have messages to deliver now. */
  async due(): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `SELECT w.id FROM identity.webhook w WHERE ${hasDueMessages('w', '$1::timestamptz')}`,
      [this.clock.now()],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Takes messages that are due, for a limited time. If this process dies, another one takes them
   * later, and sends them again under the same `webhook-id`. Deletes messages that the researcher
   * may no longer receive.
   * @param most how many messages to take; of a failing webhook only one, to test whether it works
   */
  async claim(webhookId: string, most: number): Promise<ClaimedWebhookMessage[]> {
    const now = this.clock.now();
    const until = addMilliseconds(now, heldMs);
    const rows = await this.unitOfWork.run(async (tx) => {
      const claimed = await tx.query<Omit<ClaimedWebhookMessage, 'until'>>(
        `WITH hook AS (
           SELECT w.id, w.account_id, w.url, w.state, w.secret, w.failing_since IS NOT NULL AS failing,
             CASE WHEN w.former_secret_until > $2 THEN w.former_secret END AS former_secret,
             ${mayHaveWebhooksSql('a')} AS may, ${mayGetParticipationMessagesSql('a')} AS people
           FROM identity.webhook w JOIN identity.account_profile a ON a.id = w.account_id
           WHERE w.id = $1
         ), picked AS (
           SELECT m.id FROM identity.webhook_message m, hook w
           WHERE m.webhook_id = $1 AND m.state = 'waiting' AND m.due_at <= $2
             AND (w.state = 'active' OR m.kind = 'webhook.test')
           ORDER BY m.due_at LIMIT (SELECT CASE WHEN failing THEN 1 ELSE $3::integer END FROM hook)
           FOR UPDATE OF m SKIP LOCKED
         )
         UPDATE identity.webhook_message m SET due_at = $4, tries = m.tries + 1
         FROM picked, hook w WHERE m.id = picked.id
         RETURNING m.id, m.webhook_id, w.account_id, m.kind, m.body, m.tries, m.try_until, w.url,
           w.secret, w.former_secret, w.failing,
           w.may AND (m.kind <> 'participation.changed' OR w.people)
             AND (m.study_id IS NULL OR EXISTS (SELECT 1 FROM research.study_profile st
               WHERE st.id = m.study_id AND ${mayOnStudySql('read', 'st', 'w.account_id')}
               AND (m.kind <> 'participation.changed' OR ${mayGetMessagesOfSessionSql('st', sessionOf('m'), 'w.account_id')}))) AS may`,
        [webhookId, now, most, until],
      );
      const gone = claimed.filter(({ may }) => !may).map(({ id }) => id);
      if (gone.length > 0)
        await tx.query(`DELETE FROM identity.webhook_message WHERE id = ANY($1::uuid[])`, [gone]);
      return claimed.filter(({ may }) => may);
    });
    return rows.map((row) => ({ ...row, until }));
  }

  /**
   * Returns a message to the queue if the shutdown of this process interrupted its delivery, so
   * that another worker delivers it.
   */
  async release({ id, tries }: ClaimedWebhookMessage): Promise<void> {
    await this.unitOfWork.run((tx) =>
      tx.query(
        `UPDATE identity.webhook_message SET due_at = $3, tries = tries - 1
         WHERE id = $1 AND tries = $2 AND state = 'waiting'`,
        [id, tries, this.clock.now()],
      ),
    );
  }

  /** Records the result of an attempt. */
  async record(message: ClaimedWebhookMessage, outcome: DeliveryOutcome): Promise<void> {
    if (outcome.problem === null) await this.delivered.load({ message, outcome });
    else await this.unitOfWork.run((tx) => this.writeFailed(tx, message, outcome));
  }

  private async writeDelivered(tx: Transaction, all: readonly Delivered[]): Promise<void> {
    await this.writeAttempts(tx, all);
    await tx.query(
      `UPDATE identity.webhook_message SET state = 'delivered' WHERE id = ANY($1::uuid[])`,
      [all.map(({ message }) => message.id)],
    );
    await tx.query(
      `UPDATE identity.webhook SET failing_since = NULL
       WHERE id = ANY($1::uuid[]) AND failing_since IS NOT NULL`,
      [all.flatMap(({ message: m }) => (m.kind === 'webhook.test' ? [] : [m.webhook_id]))],
    );
  }

  private async writeFailed(
    tx: Transaction,
    message: ClaimedWebhookMessage,
    outcome: DeliveryOutcome,
  ): Promise<void> {
    const now = this.clock.now();
    await this.writeAttempts(tx, [{ message, outcome }]);
    const wantsNoMore = outcome.status === 410;
    const next = wantsNoMore
      ? null
      : nextDeliveryAttemptAt(message.tries, now, message.try_until, Math.random());
    // No row matches if, meanwhile, another process delivered the message or a researcher requested
    // it again. Then the result of this attempt is ignored.
    const [decided] = await tx.query<{ id: string }>(
      `UPDATE identity.webhook_message SET state = $3, due_at = coalesce($4, due_at)
       WHERE id = $1 AND tries = $2 AND state = 'waiting' RETURNING id`,
      [message.id, message.tries, next ? 'waiting' : 'failed', next],
    );
    if (!decided || message.kind === 'webhook.test') return;
    await tx.query(
      `UPDATE identity.webhook SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL`,
      [message.webhook_id, now],
    );
    if (next === null)
      await this.disable(tx, message, wantsNoMore ? now : addMilliseconds(now, -disableAfterMs));
  }

  /**
   * Disables a webhook that keeps failing, unless a concurrent attempt succeeds.
   * @param since the webhook must have been failing since this time
   */
  private async disable(
    tx: Transaction,
    { webhook_id }: ClaimedWebhookMessage,
    since: Date,
  ): Promise<void> {
    const [hook] = await tx.query<{ account_id: string }>(
      `UPDATE identity.webhook SET state = 'disabled'
       WHERE id = $1 AND state = 'active' AND failing_since <= $2 RETURNING account_id`,
      [webhook_id, since],
    );
    if (!hook) return;
    await tx.query(
      `UPDATE identity.webhook_message SET state = 'failed' WHERE webhook_id = $1 AND state = 'waiting'`,
      [webhook_id],
    );
    tx.record('webhooks.webhook-disabled', { webhook_id, account_id: hook.account_id });
  }

  private async writeAttempts(tx: Transaction, all: readonly Delivered[]): Promise<void> {
    const now = this.clock.now();
    // If the message was deleted with its webhook meanwhile, nothing is logged.
    await tx.query(
      `INSERT INTO identity.webhook_attempt (id, message_id, at, status, problem, answer, duration_ms)
       SELECT r.id, m.id, r.at, r.status, r.problem, r.answer, r.duration_ms
       FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::integer[], $5::text[], $6::text[],
         $7::integer[]) AS r (id, message_id, at, status, problem, answer, duration_ms)
       JOIN identity.webhook_message m ON m.id = r.message_id`,
      [
        all.map(() => timeOrderedId()),
        all.map(({ message }) => message.id),
        all.map(({ outcome }) => addMilliseconds(now, -outcome.duration_ms)),
        all.map(({ outcome }) => outcome.status),
        all.map(({ outcome }) => outcome.problem),
        all.map(({ outcome }) => outcome.answer),
        all.map(({ outcome }) => outcome.duration_ms),
      ],
    );
  }
}
