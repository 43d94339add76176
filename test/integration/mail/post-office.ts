import 'reflect-metadata';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { DomainEvent, EventData, EventName } from '../../../contracts/base/events';
import { capabilities } from '../../../server/contexts';
import { DatabaseModule } from '../../../server/platform/db/database.module';
import { randomId, timeOrderedId } from '../../../server/platform/db/ids';
import { createLog } from '../../../server/platform/observability/log';
import { PlatformModule } from '../../../server/platform/platform.module';
import { Secrets, sha256 } from '../../../server/platform/security/secrets';
import { LivenessLockHolder } from '../../../server/mail/claim-holder';
import { MailConsumer } from '../../../server/mail/mail.consumer';
import { MailModule } from '../../../server/mail/mail.module';
import { NoticesModule } from '../../../server/notices/notices.module';
import { configFor, TestClock } from '../../support/app/app';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';
import { snapshotSqlOf } from '../../support/people/recruiting';
import { Inbox } from './inbox';

@Module({ providers: [MailConsumer] })
class OneWorker {}

export const newDomainEvent = <N extends EventName>(
  name: N,
  data: EventData<N>,
): DomainEvent<N> => ({
  id: timeOrderedId(),
  name,
  data,
  at: new Date().toISOString(),
  request_id: 'request-1',
});

/** Runs the mail consumer as the workers do, with a real SMTP server. */
export class MailConsumerRig {
  readonly inbox = new Inbox();
  readonly clock = new TestClock();
  private readonly workers: INestApplicationContext[] = [];
  private engines!: TestDatabases;

  static async open(): Promise<MailConsumerRig> {
    const office = new MailConsumerRig();
    office.engines = await cloneDatabase();
    await office.inbox.start();
    await office.addWorker();
    return office;
  }

  async addWorker(): Promise<MailConsumer> {
    const config = configFor(this.engines, {
      SMTP_URL: this.inbox.url,
      MAIL_FROM: 'Commonlab <no-reply@lab.test>',
    });
    const imports = [
      PlatformModule.for(config, createLog(config.logLevel, 'test'), capabilities, this.clock),
      DatabaseModule.for('test', capabilities.entities),
      MailModule,
      NoticesModule,
    ];
    const worker = await NestFactory.createApplicationContext(
      { module: OneWorker, imports },
      { logger: false },
    );
    this.workers.push(worker);
    return worker.get(MailConsumer);
  }

  async close(): Promise<void> {
    for (const worker of this.workers) await worker.close();
    await this.inbox.stop();
    await this.engines.drop();
  }

  get source(): DataSource {
    return this.first.get(DataSource);
  }
  get secrets(): Secrets {
    return this.first.get(Secrets);
  }
  get consumer(): MailConsumer {
    return this.first.get(MailConsumer);
  }
  get ownerUrl(): string {
    return this.engines.migrationDatabaseUrl;
  }

  /** Returns the number of the PostgreSQL lock that a worker holds while it claims mails. */
  async holderOf(worker: number): Promise<number> {
    const context = this.workers[worker];
    if (!context) throw new Error(`no worker ${worker} runs`);
    return (await context.get(LivenessLockHolder).held()).number;
  }

  /** Runs the mail job of this event once. */
  async react<N extends EventName>(what: DomainEvent<N>, consumer = this.consumer): Promise<void> {
    const reaction = consumer.on[what.name];
    if (!reaction) throw new Error(`no mail reacts to ${what.name}`);
    await reaction(what);
  }

  async states(
    what: DomainEvent,
  ): Promise<{ state: string; account_id: string | null; message_id: string | null }[]> {
    return this.source.query(
      `SELECT state, account_id, message_id FROM platform.mail
       WHERE key LIKE $1 || ':%' OR key = ANY($2) ORDER BY key`,
      [what.id, this.keysOf(what)],
    );
  }

  /** Returns the keys of the event's mails about a participation. */
  keysOf(what: DomainEvent): string[] {
    return ['enrolled', 'offer'].map((template) =>
      this.secrets.mac('mail-key', `${what.id}:${template}`).toString('base64url'),
    );
  }

  async addVerification(accountId: string): Promise<string> {
    const id = timeOrderedId();
    const key = this.secrets.linkKey('verification-key', id);
    await this.source.query(
      `INSERT INTO identity.verification (id, account_id, key_hash, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
      [id, accountId, sha256(key)],
    );
    return key;
  }

  async addReset(accountId: string): Promise<{ id: string; code: string }> {
    const id = timeOrderedId();
    const code = this.secrets.code('reset-code', id);
    await this.source.query(
      `INSERT INTO identity.password_reset (id, account_id, code_hash, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
      [id, accountId, this.secrets.codeHash('reset-code', code)],
    );
    return { id, code };
  }

  /** Adds a participation in an active session. */
  async addParticipation(
    accountId: string,
    state: string,
  ): Promise<{ participation_id: string; session_id: string; study_id: string }> {
    const [study_id, consent_id, session_id, participation_id] = [
      timeOrderedId(),
      timeOrderedId(),
      timeOrderedId(),
      randomId(),
    ];
    await this.source.query(
      `INSERT INTO research.study (id, owner_id, title, description, duration_minutes, maximum_minutes, privacy_level, state)
       VALUES ($1, $2, 'Colours & words', 'About colours', 20, 60, 'anonymous', 'ready')`,
      [study_id, timeOrderedId()],
    );
    await this.source.query(
      `INSERT INTO research.consent (id, study_id, version, state, title, kind, sha256)
       VALUES ($1, $2, 1, 'valid', 'Consent', 'markdown', '')`,
      [consent_id, study_id],
    );
    await this.source.query(
      `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity,
        start_within_minutes, maximum_minutes, consent_id, launched_at, snapshot)
       SELECT $1, st.id, 'active', 'catalogue', 'anonymous', 10, 60, 60, $3, now(), ${snapshotSqlOf('st')}
       FROM research.study st WHERE st.id = $2`,
      [session_id, study_id, consent_id],
    );
    await this.source.query(
      `INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by, due_at)
       VALUES ($1, $2, $3, $4, $5, true, 'participant', '2026-12-24T18:30:00Z')`,
      [
        participation_id,
        session_id,
        study_id,
        this.secrets.pseudonym(study_id, 'anonymous', accountId),
        state,
      ],
    );
    await this.source.query(
      `INSERT INTO identity.participation_link (participation_id, account_id) VALUES ($1, $2)`,
      [participation_id, accountId],
    );
    return { participation_id, session_id, study_id };
  }

  private get first(): INestApplicationContext {
    const [worker] = this.workers;
    if (!worker) throw new Error('no worker runs');
    return worker;
  }
}
