import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuditAction, AuditDetails } from '../../../contracts/audit/audit';
import { parseEvent, type EventData, type EventName } from '../../../contracts/base/events';
import { CommittedEvents, type CommittedEvent } from './committed-events';
import { KeyedConcurrencyLimit } from '../concurrency/keyed-concurrency-limit';
import type { GroupRole } from './database';
import { timeOrderedId } from './ids';
import { isTransactionConflict } from '../errors/transient-failure';

export const outboxChannel = 'commonlab_outbox';
const quietMs = 15;

type Recorded = CommittedEvent & { id: string; request_id: string | null };

/**
 * The PostgreSQL transaction of one command: it commits its state and its events atomically
 * (docs/architecture.md, rule 1).
 */
export class Transaction {
  readonly recorded: Recorded[] = [];
  constructor(
    readonly manager: EntityManager,
    private readonly requestId: string | null,
  ) {}

  /** Runs one statement and returns its rows. */
  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    const answer: unknown = await this.manager.query(sql, parameters);
    // For UPDATE and DELETE, TypeORM returns the pair [rows, count]; only the rows are returned
    // here.
    return (
      Array.isArray(answer) &&
      answer.length === 2 &&
      Array.isArray(answer[0]) &&
      typeof answer[1] === 'number'
        ? answer[0]
        : answer
    ) as Row[];
  }

  /**
   * Adds an event to the outbox in this transaction, after its data were checked against the
   * event's schema.
   */
  record<N extends EventName>(name: N, data: EventData<N>, requestId = this.requestId): void {
    this.recorded.push({
      id: timeOrderedId(),
      name,
      data: parseEvent(name, data),
      request_id: requestId,
    } as Recorded);
  }

  /**
   * Adds a record to the audit log in this transaction, so that the change and its audit record are
   * stored together or not at all.
   */
  async audit(
    action: AuditAction,
    {
      actor,
      subject = null,
      details = {},
    }: { actor: string | null; subject?: string | null; details?: AuditDetails },
    at: Date,
  ): Promise<void> {
    await this.manager.query(
      `INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details, request_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [timeOrderedId(), at, action, actor, subject, JSON.stringify(details), this.requestId],
    );
  }

  /** Switches to another database role until the end of this transaction (docs/domain.md, 4). */
  async as(role: GroupRole): Promise<void> {
    await this.manager.query(`SET LOCAL ROLE ${role}`);
  }
}

/**
 * Wakes the outbox relays after a commit. It does not notify inside the transaction, because a
 * NOTIFY there would make all commits wait for one lock. It notifies at most once per interval,
 * since a relay takes all waiting events. If a notification is lost, the events wait for the
 * relay's next poll.
 */
@Injectable()
export class OutboxNotifier {
  private resting = false;
  private again = false;

  constructor(
    private readonly source: DataSource,
    private readonly committed: CommittedEvents,
  ) {}

  /**
   * Tells the listeners in this process about the events, and wakes the relays. Called after the
   * commit.
   * @param events the committed events
   */
  notify(events: readonly CommittedEvent[]): void {
    this.committed.tell(events);
    this.wake();
  }

  private wake(): void {
    if (this.resting) {
      this.again = true;
      return;
    }
    this.resting = true;
    void this.source.query(`SELECT pg_notify($1, '')`, [outboxChannel]).catch(() => undefined);
    setTimeout(() => {
      this.resting = false;
      if (this.again) {
        this.again = false;
        if (this.source.isInitialized) this.wake();
      }
    }, quietMs).unref();
  }
}

export interface UnitOfWorkOptions {
  requestId?: string | null;
  role?: GroupRole;
  /**
   * The id of a row that many commands may need at the same time. Commands with the same id run one
   * after the other in this process, so that a waiting command holds no database connection. `work`
   * must not start another command with a `turn`, because the two could wait for each other.
   */
  turn?: string;
}

/**
 * How many commands with a `turn` may run at the same time: three of a process's eight connections.
 * Transactions on sessions may use four (docs/decisions/seat-allocation.md).
 */
const turnsAtOnce = 3;

@Injectable()
export class UnitOfWork {
  private readonly turns = new KeyedConcurrencyLimit(turnsAtOnce);

  constructor(
    private readonly source: DataSource,
    private readonly outboxNotifier: OutboxNotifier,
  ) {}

  /**
   * Runs `work` in one transaction, stores the events that it recorded, commits, and wakes the
   * relays. After a deadlock or a serialization failure it runs `work` again from the start (three
   * times at most), so `work` must have no effects outside of the transaction.
   * @throws DomainError unavailable if the command waited too long for its turn
   */
  async run<T>(work: (tx: Transaction) => Promise<T>, options: UnitOfWorkOptions = {}): Promise<T> {
    const { turn } = options;
    const done = () => this.repeated(work, options);
    return turn === undefined ? done() : this.turns.run(turn.toLowerCase(), done);
  }

  private async repeated<T>(
    work: (tx: Transaction) => Promise<T>,
    options: UnitOfWorkOptions,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(work, options);
      } catch (error) {
        if (attempt >= 3 || !isTransactionConflict(error)) throw error;
      }
    }
  }

  private async once<T>(
    work: (tx: Transaction) => Promise<T>,
    { requestId = null, role }: UnitOfWorkOptions,
  ): Promise<T> {
    const { result, events } = await this.source.transaction(async (manager) => {
      const tx = new Transaction(manager, requestId);
      if (role) await tx.as(role);
      const value = await work(tx);
      if (tx.recorded.length > 0) await writeEvents(manager, tx.recorded);
      return { result: value, events: tx.recorded };
    });
    if (events.length > 0) this.outboxNotifier.notify(events);
    return result;
  }
}

/** Inserts all events of a transaction with one statement. */
async function writeEvents(manager: EntityManager, recorded: readonly Recorded[]): Promise<void> {
  await manager.query(
    `INSERT INTO platform.outbox (id, name, data, request_id)
     SELECT id, name, data, request_id FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, name text, data jsonb, request_id text)`,
    [JSON.stringify(recorded)],
  );
}
