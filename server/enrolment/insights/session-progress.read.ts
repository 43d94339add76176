import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { isPlausibleDuration } from '../../../contracts/enrolment/plausible-minutes';
import type {
  SessionHistoryEntry,
  SessionProgress,
} from '../../../contracts/enrolment/session-insights';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { mayOnStudySql } from '../../studies/study.policy';
import { seatStates } from '../model/participation.rule';
import { eventsHiddenSince } from '../model/state-of-day';
import { rewardOf } from '../model/session.rule';
import { fillRateWindows, type SeatsByTimeWindow } from './fill-rate-windows.rule';
import {
  sessionChangesSql,
  progressCurveSql,
  minuteQuartilesSql,
  stateCountsSql,
  progressTotalsSql,
} from './progress.sql';
import {
  totalRewardOf,
  dayMs,
  forecastFullAt,
  hourlyPayByMedian,
  leastPeopleForMedian,
  fillRateOf,
  roundedMinutes,
  curveIntervalMs,
} from './progress.rule';

interface Facts {
  privacy_level: PrivacyLevel;
  state: string;
  capacity: number;
  free: number;
  launched_at: Date | null;
  /** Since when people could enrol in the session; null while they never could. */
  since: Date | null;
  closed_at: Date | null;
  reward_amount: number | null;
  reward_currency: string | null;
  /** The minutes that its study stated at the launch; null before the launch. */
  stated: number | null;
}
interface Totals extends SeatsByTimeWindow {
  first_person: Date | null;
  half_full: Date | null;
  full_since: Date | null;
  enrolled: number;
  started: number;
  completed: number;
  approved: number;
}
interface Change {
  what: Exclude<SessionHistoryEntry['what'], 'first_person' | 'half_full' | 'full'>;
  changed_by: string | null;
  before: string | null;
  after: string | null;
  at: Date;
}
type Minutes = { people: number } & Record<'lower_quartile' | 'median' | 'upper_quartile', number>;
type ToldMinutes = NonNullable<SessionProgress['minutes']>;

/** Reads how a session fills up over time (docs/decisions/participant-decisions.md). */
@Injectable()
export class SessionProgressRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the progress of a session.
   * @throws DomainError not_found, also for a session of another researcher's study
   */
  async of(sessionId: string, accountId: string): Promise<SessionProgress> {
    const now = this.clock.now();
    const [session]: Facts[] = await this.source.query(
      `SELECT s.privacy_level, s.state, s.capacity, s.launched_at, s.closed_at, s.reward_amount,
         s.reward_currency, (s.snapshot->>'duration_minutes')::int AS stated,
         greatest(s.launched_at, s.opens_at) AS since,
         greatest(0, s.capacity - research.seats_taken(s)) AS free
       FROM research.session s JOIN research.study_profile st ON st.id = s.study_id
       WHERE s.id = $1::uuid AND ${mayOnStudySql('read', 'st', '$2')}`,
      [sessionId, accountId],
    );
    if (!session) throw new DomainError('not_found');
    const hidden = eventsHiddenSince(session.privacy_level, now);
    const isByDay = hidden !== null;
    const until = hidden ?? now;
    const told = (at: Date) => (isByDay ? utcDay(at) : at.toISOString());
    const from = session.launched_at ?? now;
    const [totals, curve, minutes, states, changes] = await Promise.all([
      this.totals(sessionId, from, session.capacity, until, hidden),
      this.curve(sessionId, from, session.closed_at ?? now, hidden),
      this.minutes(sessionId, session.stated ?? 0, until, hidden),
      this.source.query<{ state: ParticipationState; people: number }[]>(stateCountsSql, [
        sessionId,
        hidden,
      ]),
      this.source.query<Change[]>(sessionChangesSql, [sessionId]),
    ]);
    const rate = isOpen(session)
      ? fillRateOf(fillRateWindows(totals, session.since, until, isByDay))
      : null;
    const reward = rewardOf(session);
    const people = (...wanted: ParticipationState[]) =>
      states.filter((s) => wanted.includes(s.state)).reduce((sum, s) => sum + s.people, 0);
    // In an anonymous session, the free seats are computed from its roster: the real number changes with each event.
    const free = hidden ? Math.max(0, session.capacity - people(...seatStates)) : session.free;
    const full_at =
      rate && rate.per_hour > 0 && session.state === 'active'
        ? forecastFullAt(free, rate.per_hour, until)
        : null;
    return {
      resolution: isByDay ? 'day' : 'moment',
      as_of: now.toISOString(),
      curve: curve.map(({ at, ...counts }) => ({ at: told(at), ...counts })),
      funnel: {
        enrolled: totals.enrolled,
        started: totals.started,
        completed: totals.completed,
        approved: totals.approved,
      },
      states,
      minutes,
      hourly: hourlyPayByMedian(reward, minutes?.plausible ? minutes.median : null),
      cost: reward && {
        approved: totalRewardOf(reward, people('approved')),
        to_review: totalRewardOf(reward, people('completed')),
        held: totalRewardOf(reward, people('offered', 'enrolled', 'started')),
      },
      rate,
      full_at: full_at && told(full_at),
      timeline: await this.timeline(totals, changes, told),
    };
  }

  private async totals(
    sessionId: string,
    from: Date,
    capacity: number,
    until: Date,
    hidden: Date | null,
  ): Promise<Totals> {
    const [row]: Totals[] = await this.source.query(progressTotalsSql, [
      sessionId,
      from,
      capacity,
      until,
      hidden,
    ]);
    if (!row) throw new Error('an aggregate without a row');
    return row;
  }

  private curve(
    sessionId: string,
    from: Date,
    until: Date,
    hidden: Date | null,
  ): Promise<{ at: Date; taken: number; started: number; completed: number }[]> {
    const begin = hidden ? startOfDay(from) : from;
    const step = curveIntervalMs(Math.max(0, until.getTime() - begin.getTime()), hidden !== null);
    return this.source.query(progressCurveSql, [sessionId, from, step, begin, hidden]);
  }

  private async minutes(
    sessionId: string,
    stated: number,
    before: Date,
    hidden: Date | null,
  ): Promise<ToldMinutes | null> {
    const [row]: Minutes[] = await this.source.query(minuteQuartilesSql, [
      sessionId,
      before,
      hidden,
    ]);
    if (!row || row.people < leastPeopleForMedian) return null;
    return {
      people: row.people,
      lower_quartile: roundedMinutes(row.lower_quartile),
      median: roundedMinutes(row.median),
      upper_quartile: roundedMinutes(row.upper_quartile),
      stated,
      plausible: isPlausibleDuration(row.median, stated),
    };
  }

  /**
   * Builds the timeline. Changes by the study's researchers keep their exact time; consequences of participants'
   * actions are only as exact as the session's privacy level allows.
   */
  private async timeline(
    totals: Totals,
    changes: readonly Change[],
    told: (at: Date) => string,
  ): Promise<SessionHistoryEntry[]> {
    const actors = [...new Set(changes.flatMap(({ changed_by }) => changed_by ?? []))];
    const people: NonNullable<SessionHistoryEntry['by']>[] = await this.source.query(
      `SELECT id AS _id, first_name, last_name FROM identity.researcher_byline
       WHERE id = ANY($1::uuid[])`,
      [actors],
    );
    const byId = new Map(people.map((person) => [person._id, person]));
    const done = changes.map(({ what, changed_by, before, after, at }) => ({
      moment: at,
      line: { what, at: at.toISOString(), by: byId.get(changed_by ?? '') ?? null, before, after },
    }));
    const reached = (
      [
        ['first_person', totals.first_person],
        ['half_full', totals.half_full],
        ['full', totals.full_since],
      ] as const
    ).flatMap(([what, at]) =>
      at ? [{ moment: at, line: { what, at: told(at), by: null, before: null, after: null } }] : [],
    );
    return [...done, ...reached]
      .sort((a, b) => a.moment.getTime() - b.moment.getTime())
      .map(({ line }) => line);
  }
}

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / dayMs) * dayMs);
const isOpen = ({ state }: Facts) => state === 'active' || state === 'paused';
