import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DomainEvent } from '../../contracts/base/events';
import { eventOnEnteringState } from '../enrolment/model/event-of-state';
import { VisibleParticipationRead } from '../enrolment/rosters/visible-participation.read';
import { Batcher } from '../platform/concurrency/batcher';
import type { EventConsumer } from '../platform/messaging/consumer';
import { WebhookDeliveryQueues } from './delivery/lanes';
import { webhookBodyOf, WriteWebhookMessages, type WebhookContent } from './write-messages';

interface Seen {
  id: string;
}

/**
 * Makes a reader that combines reads: it reads all rows that are requested at the same time in one
 * statement.
 */
const reading = <V extends Seen>(read: (ids: string[]) => Promise<V[]>) =>
  new Batcher<string, V | undefined>(async (ids) => {
    const found = new Map((await read(ids)).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });

/**
 * Writes messages for the webhooks that subscribe to an event, from the current state, and starts
 * their delivery. The consumer does not wait for the delivery, so that no receiver delays it.
 */
@Injectable()
export class WebhooksConsumer implements EventConsumer {
  readonly name = 'webhooks';
  readonly concurrency = 20;
  readonly batch = 100;

  private readonly studies;
  private readonly sessions;
  private readonly participations;
  private readonly news: Batcher<WebhookContent, undefined>;

  constructor(
    source: DataSource,
    told: VisibleParticipationRead,
    writing: WriteWebhookMessages,
    private readonly lanes: WebhookDeliveryQueues,
  ) {
    this.studies = reading<Seen & { title: string; state: string }>((ids) =>
      source.query(
        `SELECT id, title, state FROM research.study_profile WHERE id = ANY($1::uuid[])`,
        [ids],
      ),
    );
    this.sessions = reading<Seen & { state: string; capacity: number }>((ids) =>
      source.query(
        `SELECT id, state, capacity FROM research.recruitment WHERE id = ANY($1::uuid[])`,
        [ids],
      ),
    );
    this.participations = reading(async (ids) =>
      (await told.byIds(ids)).map((row) => ({ ...row, id: row.participation_id })),
    );
    this.news = new Batcher(async (some) => {
      lanes.wake(await writing.write(some));
      return some.map(() => undefined);
    });
  }

  private readonly study = async ({
    id,
    at,
    data,
  }: DomainEvent & { data: { study_id: string } }) => {
    const study = await this.studies.load(data.study_id);
    if (!study) return;
    const { title, state } = study;
    await this.tell('study.changed', id, at, { study_id: data.study_id, state, title });
  };

  private readonly session = async ({
    id,
    at,
    data: { session_id, study_id },
  }: DomainEvent & { data: { session_id: string; study_id: string } }) => {
    const session = await this.sessions.load(session_id);
    if (!session) return;
    const { state, capacity } = session;
    // The message does not contain the counts of participants. In an anonymous session, they would
    // reveal when a person joined or left.
    await this.tell('session.changed', id, at, { study_id, session_id, state, capacity });
  };

  private readonly participation = async ({
    id,
    name,
    at,
    data,
  }: DomainEvent & { data: { participation_id: string } }) => {
    const participation = await this.participations.load(data.participation_id);
    // If the participation has left this state by now, no message is written: the event of the
    // later state writes one. Otherwise, two events in quick succession would send the later state
    // twice.
    if (!participation || eventOnEnteringState(participation.state) !== name) return;
    const { study_id, session_id, tag, state } = participation;
    await this.tell('participation.changed', id, at, { study_id, session_id, tag, state });
  };

  readonly on = {
    'studies.study-changed': this.study,
    'studies.consent-published': this.study,
    'studies.consent-withdrawn': this.study,
    'enrolment.session-created': this.session,
    'enrolment.session-launched': this.session,
    'enrolment.session-changed': this.session,
    'enrolment.session-closed': this.session,
    'enrolment.participant-waitlisted': this.participation,
    'enrolment.participant-offered': this.participation,
    'enrolment.participant-enrolled': this.participation,
    'enrolment.participant-started': this.participation,
    'enrolment.participant-completed': this.participation,
    'enrolment.participant-decided': this.participation,
    'enrolment.participant-left': this.participation,
    'webhooks.delivery-asked': ({ data }: DomainEvent<'webhooks.delivery-asked'>) =>
      Promise.resolve(this.lanes.wake([data.webhook_id])),
  } satisfies EventConsumer['on'];

  private tell(
    kind: WebhookContent['kind'],
    eventId: string,
    at: string,
    data: { study_id: string; session_id?: string } & Readonly<Record<string, unknown>>,
  ): Promise<undefined> {
    const body = webhookBodyOf(kind, at, data);
    const { study_id, session_id } = data;
    return this.news.load({ event_id: eventId, study_id, session_id, kind, body });
  }
}
