import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { DataSource } from 'typeorm';
import type { Webhook, WebhookAttempt, WebhookMessage } from '../../contracts/webhooks/webhooks';
import { Clock } from '../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../platform/http/cursor';
import { DomainError } from '../platform/errors/errors';
import { mayOnStudySql } from '../studies/study.policy';
import { webhookIdOf } from './delivery/lanes';

interface WebhookRow extends Omit<Webhook, 'created_at' | 'failing_since' | 'former_secret_until'> {
  created_at: Date;
  failing_since: Date | null;
  former_secret_until: Date | null;
}
interface MessageRow extends Omit<
  WebhookMessage,
  '_id' | 'webhook_id' | 'created_at' | 'next_at' | 'attempts'
> {
  id: string;
  created_at: Date;
  next_at: Date | null;
  attempts: WebhookAttempt[];
}

const position = z.strictObject({ at: z.iso.datetime(), id: z.uuid() });

/** The columns of a webhook. $2 is the current time. */
const columns = `id AS _id, url, kinds, study_id, state, created_at, failing_since,
  CASE WHEN former_secret_until > $2 THEN former_secret_until END AS former_secret_until`;

const view = ({ created_at, failing_since, former_secret_until, ...row }: WebhookRow): Webhook => ({
  ...row,
  created_at: created_at.toISOString(),
  failing_since: failing_since?.toISOString() ?? null,
  former_secret_until: former_secret_until?.toISOString() ?? null,
});

/** Reads the webhooks of a researcher, and the messages to these webhooks. */
@Injectable()
export class WebhookRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Lists the account's webhooks, the oldest first; their number is limited. */
  async own(accountId: string): Promise<Webhook[]> {
    const rows: WebhookRow[] = await this.source.query(
      `SELECT ${columns} FROM identity.webhook WHERE account_id = $1 ORDER BY created_at, id`,
      [accountId, this.clock.now()],
    );
    return rows.map(view);
  }

  /**
   * Reads a webhook of the account.
   * @throws DomainError not_found, also for another researcher's webhook.
   */
  async byId(id: string, accountId: string): Promise<Webhook> {
    const [row]: WebhookRow[] = await this.source.query(
      `SELECT ${columns} FROM identity.webhook WHERE id = $1 AND account_id = $3`,
      [id, this.clock.now(), accountId],
    );
    if (!row) throw new DomainError('not_found');
    return view(row);
  }

  /**
   * Lists the messages of a webhook, without those about studies that the researcher may no longer
   * read.
   * @throws DomainError not_found
   */
  async messages(
    id: string,
    accountId: string,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<{ items: WebhookMessage[]; next_cursor: string | null }> {
    const after = decodeCursor(position, cursor);
    await this.byId(id, accountId);
    const rows: MessageRow[] = await this.source.query(
      `SELECT m.id, m.kind, m.state, m.created_at, m.body,
         CASE WHEN m.state = 'waiting' THEN m.due_at END AS next_at,
         coalesce((SELECT jsonb_agg(jsonb_build_object('at', to_char(t.at AT TIME ZONE 'UTC',
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', t.status, 'problem', t.problem,
             'answer', t.answer, 'duration_ms', t.duration_ms) ORDER BY t.at DESC)
           FROM (SELECT * FROM identity.webhook_attempt WHERE message_id = m.id
             ORDER BY at DESC LIMIT 10) t), '[]'::jsonb) AS attempts
       FROM identity.webhook_message m
       WHERE m.webhook_id = $1
         AND ($3::timestamptz IS NULL OR (m.created_at, m.id) < ($3, $4::uuid))
         AND (m.study_id IS NULL OR EXISTS (SELECT 1 FROM research.study_profile st
           WHERE st.id = m.study_id AND ${mayOnStudySql('read', 'st', '$2')}))
       ORDER BY m.created_at DESC, m.id DESC LIMIT $5`,
      [id, accountId, after?.at ?? null, after?.id ?? null, limit + 1],
    );
    const page = pageOfRows(rows, limit, (last) => ({
      at: last.created_at.toISOString(),
      id: last.id,
    }));
    return {
      next_cursor: page.next_cursor,
      items: page.items.map(({ id: message, created_at, next_at, ...row }) => ({
        ...row,
        _id: message,
        webhook_id: webhookIdOf(message),
        created_at: created_at.toISOString(),
        next_at: next_at?.toISOString() ?? null,
      })),
    };
  }
}
