import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Appointments } from '../transitions/appointments';
import { SessionMoney } from '../launch/session-money';
import { HostedData } from '../transitions/hosted-data';
import { restoredStateSql } from '../transitions/restored-state.sql';
import { runTransitions } from '../transitions/transition-transaction';
import { eventsHiddenSince, lastRosterTransitionSql } from '../model/state-of-day';
import { lockSessionRows } from '../seats/lock-sessions';
import type { PendingDecision } from '../model/pending-decision.entity';
import { isDecisionStillPossible } from '../transitions/listed-decision.rule';
import {
  dayAfter,
  dropPostponedDecisions,
  rosterWithdrawalDaySql,
} from '../transitions/pending-decisions';

type Pending = Pick<
  PendingDecision,
  'participation_id' | 'session_id' | 'action' | 'reason' | 'category'
> & {
  /**
   * The state that the roster would show today if there were no postponed decision; null if the
   * participation is no longer on the roster.
   */
  told: Parameters<typeof isDecisionStillPossible>[1];
};

/**
 * How many decisions one transaction settles. The transaction keeps the session locked meanwhile,
 * so the number is small.
 */
const atOnce = 200;
/**
 * How long a run waits for a locked row, in milliseconds. Rows that another transaction holds for longer are left to
 * the next run.
 */
const patienceMs = 500;

/**
 * Applies or discards the postponed decisions of earlier days
 * (docs/decisions/participant-decisions.md). After midnight (UTC) the rosters show the current
 * states, so the result reveals nothing about a single event.
 */
@Injectable()
export class ApplyOrDropPendingDecisions {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    readonly clock: Clock,
    readonly hosted: HostedData,
    readonly money: SessionMoney,
    readonly appointments: Appointments,
  ) {}

  /**
   * Settles all decisions whose day is over.
   * @returns how many decisions were applied or discarded
   */
  async settle(): Promise<number> {
    const due: { session_id: string }[] = await this.source.query(
      `SELECT DISTINCT session_id FROM research.pending_decision WHERE judged_on <= $1::date`,
      [utcDay(this.clock.now())],
    );
    let count = 0;
    const failures: unknown[] = [];
    for (const { session_id } of due)
      for (let settled = atOnce; settled === atOnce;) {
        settled = await this.page(session_id).catch((error: unknown) => {
          failures.push(error);
          return 0;
        });
        count += settled;
      }
    if (failures.length > 0) throw failures[0];
    return count;
  }

  /**
   * Processes one page of decisions in one transaction: if the process dies, none is applied, and the next run finds
   * all of them.
   */
  private page(sessionId: string): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${patienceMs}`);
      if ((await lockSessionRows(tx.manager, [sessionId], false)).size === 0) return 0;
      const now = this.clock.now();
      const pending = await tx.query<Pending>(
        `SELECT w.participation_id, w.session_id, w.action, w.reason, w.category,
           (SELECT jsonb_build_object('state', step.state, 'restores', (${restoredStateSql('p', 'step.state')}),
              'data_withdrawn_on', ${rosterWithdrawalDaySql('p', '$3')})
            FROM (${lastRosterTransitionSql('p', '$3', 'w.session_id')}) step) AS told
         FROM research.pending_decision w JOIN research.participation p ON p.id = w.participation_id
         WHERE w.session_id = $1 AND w.judged_on <= $2::date
         ORDER BY w.participation_id LIMIT ${atOnce} FOR UPDATE OF w`,
        [sessionId, utcDay(now), eventsHiddenSince('anonymous', now)],
      );
      const following = pending.filter((one) => isDecisionStillPossible(one.action, one.told));
      const waiting = new Set(await this.make(tx, following));
      await dropPostponedDecisions(
        tx.manager,
        pending.flatMap(({ participation_id: id }) => (waiting.has(id) ? [] : [id])),
      );
      await tx.query(
        `UPDATE research.pending_decision SET judged_on = $2::date
         WHERE participation_id = ANY($1::uuid[])`,
        [[...waiting], dayAfter(now)],
      );
      return pending.length;
    });
  }

  /**
   * Applies decisions in the same way as all other transitions, so the participant gets an email
   * for each decision that is applied, and for no other.
   * @returns the participations whose decision is no longer possible because of an event since
   *   midnight; their decisions are postponed for another day
   */
  private async make(tx: Transaction, following: readonly Pending[]): Promise<string[]> {
    if (following.length === 0) return [];
    const requests = following.map(({ told: _, ...one }) => ({
      ...one,
      actor: 'researcher' as const,
      demographics: null,
      request_id: null,
    }));
    const answers = await runTransitions(tx, this, requests, true, true);
    return following.flatMap(({ participation_id }, index) => {
      const answer = answers[index];
      return typeof answer === 'symbol' || answer instanceof DomainError ? [participation_id] : [];
    });
  }
}
