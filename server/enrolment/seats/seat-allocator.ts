import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { limits } from '../../../contracts/limits';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import { Batcher } from '../../platform/concurrency/batcher';
import { OutboxNotifier } from '../../platform/messaging/outbox-notifier';
import { allocateSeats, type Outcome } from './seat-allocation.rule';
import {
  lockSessions,
  readSeats,
  writeAllocated,
  type Applicant,
  type SeatRow,
} from './seat-allocation-sql';
import type { ParticipationRow } from '../participations/participation-view';

export interface Allocated {
  created: boolean;
  row: ParticipationRow;
}
type Answer = Allocated | Error;

const lanes = 4;
/**
 * A unique index said that this person is in the study already, which the reading under lock could
 * not see yet.
 */
const beatenToIt = new DomainError('unavailable');
/** Failures that say nothing about any one applicant: everybody is told to try again. */
const isConnection = (error: unknown) =>
  /^(08|57|53|55P03|ECONN|EPIPE)/.test((error as { code?: string }).code ?? '') ||
  /Connection terminated|timeout/.test((error as Error).message);
const isClash = (error: unknown) =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

/**
 * Seats are given to everybody who waits for them at this moment in one transaction (STACK 17):
 * while one is under way, the next applicants gather. A session always goes through the same lane,
 * so that this process never waits for itself at its row.
 */
@Injectable()
export class SeatAllocator {
  private readonly gathers: Batcher<Applicant, Allocated>[];
  /** Only a hint which way is cheaper; the decision is always made on what the database says. */
  private readonly likelyFull = new Set<string>();

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly outboxNotifier: OutboxNotifier,
  ) {
    this.gathers = Array.from(
      { length: lanes },
      () => new Batcher((applicants) => this.together(applicants), { max: 128 }),
    );
  }

  /**
   * @throws DomainError session_full, session_not_active, already_participated, or the applicant's
   * own refusal.
   */
  allocate(applicant: Applicant): Promise<Allocated> {
    const lane = Number.parseInt(applicant.session_id.slice(-2), 16) % lanes;
    const gather = this.gathers[lane];
    if (!gather) throw new Error('a session id ends in hexadecimal digits');
    return gather.load(applicant);
  }

  private async together(applicants: Applicant[]): Promise<Answer[]> {
    try {
      const answers = await this.decide(applicants);
      // Somebody was admitted to another session of the study at this very moment: asked again, the
      // database says so.
      for (const [i, one] of applicants.entries())
        if (answers[i] === beatenToIt) answers[i] = (await this.decide([one]))[0] ?? beatenToIt;
      return answers;
    } catch (error) {
      if (applicants.length === 1 || isConnection(error)) throw error;
      // One applicant's failure fails no other: each again, alone.
      const answers: Answer[] = [];
      for (const one of applicants)
        answers.push(
          await this.decide([one]).then(
            ([answer]) => answer as Answer,
            (e: unknown) => (e instanceof Error ? e : new Error(String(e))),
          ),
        );
      return answers;
    }
  }

  private async decide(applicants: Applicant[]): Promise<Answer[]> {
    if (applicants.every((a) => this.likelyFull.has(a.session_id))) {
      const rows = await readSeats(this.source, applicants, this.clock.now());
      const outcomes = judge(applicants, rows);
      // A committed state refuses as well as a locked one: the seats were taken when these
      // applicants asked.
      if (!outcomes.some((o) => o.kind === 'admitted'))
        return this.answer(applicants, rows, outcomes);
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.underLock(applicants);
      } catch (error) {
        if (attempt >= 5 || !isClash(error)) throw error;
      }
    }
  }

  private async underLock(applicants: Applicant[]): Promise<Answer[]> {
    let sessions = [...new Set(applicants.map((a) => a.session_id))];
    for (;;) {
      const result = await this.source.transaction((manager) =>
        this.transact(manager, applicants, sessions),
      );
      if (Array.isArray(result)) {
        this.outboxNotifier.notify();
        return result;
      }
      sessions = result.lockAlso;
    }
  }

  private async transact(
    manager: EntityManager,
    applicants: Applicant[],
    sessions: string[],
  ): Promise<Answer[] | { lockAlso: string[] }> {
    await lockSessions(manager, sessions);
    const rows = await readSeats(manager, applicants, this.clock.now());
    const outcomes = judge(applicants, rows);
    // Somebody returns from another session of the study: its counts change too, so its row must be
    // locked first, in order.
    const others = outcomes.flatMap((o) =>
      o.kind === 'admitted' && o.revives && !sessions.includes(o.revives.session_id)
        ? [o.revives.session_id]
        : [],
    );
    if (others.length > 0) return { lockAlso: [...sessions, ...others] };
    const arrived = await writeAllocated(manager, applicants, rows, outcomes, this.clock.now());
    return this.answer(applicants, rows, outcomes, arrived);
  }

  private answer(
    applicants: Applicant[],
    rows: SeatRow[],
    outcomes: Outcome[],
    arrived = new Map<number, ParticipationRow>(),
  ): Answer[] {
    const answers: Answer[] = outcomes.map((outcome, i) => {
      const row = rows[i];
      const applicant = applicants[i];
      if (!applicant) return new DomainError('internal');
      if (outcome.kind === 'refused') {
        if (outcome.code === 'session_full') this.remember(applicant.session_id);
        return new DomainError(
          outcome.code,
          { capacity: row?.capacity ?? 0 },
          { reasons: applicant.reasons },
        );
      }
      if (outcome.kind === 'present')
        return row?.earlier
          ? {
              created: false,
              row: {
                ...row.earlier,
                study_title: applicant.study_title,
                duration_minutes: applicant.duration_minutes,
                reward_amount: row.reward_amount,
                reward_currency: row.reward_currency,
              },
            }
          : new DomainError('internal');
      if (outcome.kind === 'same') return new DomainError('internal');
      const made = arrived.get(i);
      if (!made) return beatenToIt;
      this.likelyFull.delete(applicant.session_id);
      return { created: true, row: made };
    });
    return answers.map((answer, i) => {
      const outcome = outcomes[i];
      if (outcome?.kind !== 'same') return answer;
      const twin = answers[outcome.as];
      return twin === undefined || twin instanceof Error
        ? (twin ?? new DomainError('internal'))
        : { ...twin, created: false };
    });
  }

  private remember(sessionId: string) {
    if (this.likelyFull.size > limits.pageSizeMax * 50) this.likelyFull.clear();
    this.likelyFull.add(sessionId);
  }
}

function judge(applicants: readonly Applicant[], rows: readonly SeatRow[]): Outcome[] {
  const seats = new Map(
    rows
      .filter((r) => r.state !== null)
      .map((r) => [
        r.session_id,
        { state: r.state, capacity: r.capacity, taken: r.taken, waitlisted: r.waitlisted },
      ]),
  );
  return allocateSeats(
    seats,
    applicants.map((a, i) => {
      const earlier = rows[i]?.earlier;
      return {
        session_id: a.session_id,
        wants_waitlist: a.wants_waitlist,
        refusal: a.refusal,
        person: a.exclusive ? `${a.study_id}:${a.pseudonym}` : `${a.session_id}:${a.pseudonym}`,
        earlier: earlier
          ? {
              id: earlier.id,
              session_id: earlier.session_id,
              state: earlier.state,
              has_started: earlier.has_started,
            }
          : undefined,
      };
    }),
  );
}
