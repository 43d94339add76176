import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuditAction, AuditDetails } from '../../../contracts/audit/audit';
import { parseEvent, type EventData, type EventName } from '../../../contracts/base/events';
import { CommittedEvents, type CommittedEvent } from './committed-events';
import { Turns } from '../concurrency/turns';
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
    // TypeORM returns [rows, count] for UPDATE and DELETE.
    return (
      Array.isArray(answer) &&
      answer.length === 2 &&
      Array.isArray(answer[0]) &&
      typeof answer[1] === 'number'
        ? answer[0]
        : answer
    ) as Row[];
  }

  /** Adds an event to the outbox of this transaction; the data is checked against the contract. */
  record<N extends EventName>(name: N, data: EventData<N>, requestId = this.requestId): void {
    this.recorded.push({
      id: timeOrderedId(),
      name,
      data: parseEvent(name, data),
      request_id: requestId,
    } as Recorded);
  }

  /**
   * Adds to the audit log in this transaction, so that the change and its audit record are atomic.
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

  /** Switches to another role for the rest of this transaction (docs/domain.md, 4). */
  async as(role: GroupRole): Promise<void> {
    await this.manager.query(`SET LOCAL ROLE ${role}`);
  }
}

/**
 * Wakes the relays after a commit. Never inside the transaction (a NOTIFY there makes all commits
 * queue at one lock), and at most once per interval: the relay takes all waiting events, so one
 * notification serves many. A lost notification delays events until the next poll and loses
 * none.
 */
@Injectable()
export class OutboxNotifier {
  private resting = false;
  private again = false;

  constructor(
    private readonly source: DataSource,
    private readonly committed: CommittedEvents,
  ) {}

  /** @param events that were committed */
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

export interface WorkOptions {
  requestId?: string | null;
  role?: GroupRole;
  /**
   * The id of a row that many commands may need at the same time. A command with a turn waits in memory for the other
   * commands of this process, instead of blocking a connection at the row. The work itself must not request a further
   * turn.
   */
  turn?: string;
}

/**
 * The most turns at the same time: three of a process's eight connections; transactions on sessions take four
 * (docs/decisions/seat-allocation.md).
 */
const turnsAtOnce = 3;

@Injectable()
export class UnitOfWork {
  private readonly turns = new Turns(turnsAtOnce);

  constructor(
    private readonly source: DataSource,
    private readonly outboxNotifier: OutboxNotifier,
  ) {}

  /**
   * Runs `work` in one transaction, writes the events it recorded, commits and wakes the relay.
   * After a deadlock or serialisation failure it retries `work` from the start (three times), so
   * `work` must have no effects outside of the transaction.
   * @throws DomainError unavailable where the wait for its turn took too long
   */
  async run<T>(work: (tx: Transaction) => Promise<T>, options: WorkOptions = {}): Promise<T> {
    const { turn } = options;
    const done = () => this.repeated(work, options);
    return turn === undefined ? done() : this.turns.run(turn.toLowerCase(), done);
  }

  private async repeated<T>(
    work: (tx: Transaction) => Promise<T>,
    options: WorkOptions,
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
    { requestId = null, role }: WorkOptions,
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

/** Writes all events of a transaction in one statement. */
async function writeEvents(manager: EntityManager, recorded: readonly Recorded[]): Promise<void> {
  await manager.query(
    `INSERT INTO platform.outbox (id, name, data, request_id)
     SELECT id, name, data, request_id FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, name text, data jsonb, request_id text)`,
    [JSON.stringify(recorded)],
  );
}
