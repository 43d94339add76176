import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WebhookKind } from '../../contracts/webhooks/webhooks';
import { Clock, addMilliseconds } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { mayOnStudySql } from '../studies/study.policy';
import {
  mayGetMessagesOfSessionSql,
  mayHaveWebhooksSql,
  mayGetParticipationMessagesSql,
} from './delivery/messages.store';
import { retryPeriodMs } from './delivery/retry';

/** What a message about an event says. It is the same for all webhooks that get the message. */
export interface WebhookContent {
  event_id: string;
  study_id: string;
  /** The id of the session. Set for a message about a participation. */
  session_id?: string;
  kind: WebhookKind;
  body: string;
}

/**
 * Writes a message body as Standard Webhooks specifies it.
 * @param at when the event happened
 */
export const webhookBodyOf = (type: string, at: string, data: object): string =>
  JSON.stringify({ type, timestamp: at, data });

/**
 * Computes the id of the message about an event to a webhook, a UUID of version 8 (RFC 9562). It is
 * the same however often the event is handled, so that only one message is written.
 */
export function webhookMessageIdOf(eventId: string, webhookId: string): string {
  const hex = hash('sha256', `${eventId}:${webhookId}`, 'hex').slice(0, 32);
  const set = `${hex.slice(0, 12)}8${hex.slice(13, 16)}a${hex.slice(17)}`;
  return set.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Stores a message for each webhook whose researcher may receive it now. */
@Injectable()
export class WriteWebhookMessages {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the messages about events: for each event, one message for each webhook that subscribes
   * to it.
   * @returns the webhooks with messages to deliver
   */
  write(news: readonly WebhookContent[]): Promise<string[]> {
    const now = this.clock.now();
    return this.unitOfWork.run(async (tx) => {
      const hearers = await tx.query<{ place: number; webhook_id: string }>(
        `SELECT n.place::integer AS place, w.id AS webhook_id
         FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY
           AS n (study_id, kind, session_id, place)
         JOIN research.study_profile st ON st.id = n.study_id
         JOIN identity.webhook w ON w.state = 'active' AND n.kind = ANY(w.kinds)
           AND (w.study_id IS NULL OR w.study_id = st.id) AND ${mayOnStudySql('read', 'st', 'w.account_id')}
         JOIN identity.account_profile a ON a.id = w.account_id
         WHERE ${mayHaveWebhooksSql('a')} AND (n.kind <> 'participation.changed'
           OR ${mayGetParticipationMessagesSql('a')} AND ${mayGetMessagesOfSessionSql('st', 'n.session_id', 'w.account_id')})`,
        [
          news.map(({ study_id }) => study_id),
          news.map(({ kind }) => kind),
          news.map(({ session_id }) => session_id ?? null),
        ],
      );
      const messages = hearers.flatMap(({ place, webhook_id }) => {
        const one = news[place - 1];
        return one
          ? [{ ...one, webhook_id, id: webhookMessageIdOf(one.event_id, webhook_id) }]
          : [];
      });
      if (messages.length === 0) return [];
      await tx.query(
        `INSERT INTO identity.webhook_message
           (id, webhook_id, kind, study_id, body, due_at, try_until, created_at)
         SELECT r.id, w.id, r.kind, r.study_id, r.body, $6, $7, $6
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[])
           AS r (id, webhook_id, kind, study_id, body)
         JOIN identity.webhook w ON w.id = r.webhook_id
         ON CONFLICT (id) DO NOTHING`,
        [
          messages.map(({ id }) => id),
          messages.map(({ webhook_id }) => webhook_id),
          messages.map(({ kind }) => kind),
          messages.map(({ study_id }) => study_id),
          messages.map(({ body }) => body),
          now,
          addMilliseconds(now, retryPeriodMs),
        ],
      );
      return messages.map(({ webhook_id }) => webhook_id);
    });
  }
}
