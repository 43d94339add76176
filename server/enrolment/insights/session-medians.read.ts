import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { SessionMedianDuration } from '../../../contracts/enrolment/session-insights';
import {
  minPlausibleSeconds,
  minPlausibleDurationShare,
} from '../../../contracts/enrolment/plausible-minutes';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { readableSessionsSql } from '../sessions/session.read';
import { leastPeopleForMedian, roundedMinutes } from './progress.rule';
import { shownMinuteQuartilesSql } from './progress.sql';

const position = z.strictObject({ id: z.uuid() });

/** Reads the median minutes of a researcher's own sessions, for the hourly pay on the dashboard. */
@Injectable()
export class SessionMedianMinutesRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists the sessions that pay and whose median may be shown, the newest first. SessionProgress
   * shows the same median; this is a separate endpoint, so that the dashboard need not wait for it.
   * @throws DomainError validation_failed for a broken cursor
   */
  async own(
    accountId: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: SessionMedianDuration[]; next_cursor: string | null }> {
    const after = decodeCursor(position, cursor);
    const rows: { id: string; median: number }[] = await this.source.query(
      `SELECT s.id, taken.median FROM ${readableSessionsSql('$1')} own
       JOIN research.session s ON s.id = own.id
       CROSS JOIN LATERAL (${shownMinuteQuartilesSql('s', '$2')}) taken
       WHERE s.reward_amount > 0 AND s.launched_at IS NOT NULL AND ($3::uuid IS NULL OR s.id < $3)
         -- The number of an anonymous session changes with today's steps, so it decides nothing there.
         AND (s.privacy_level = 'anonymous' OR s.completed >= ${leastPeopleForMedian})
         AND taken.people >= ${leastPeopleForMedian} AND taken.median >= greatest(${minPlausibleSeconds} / 60.0,
           (s.snapshot->>'duration_minutes')::int * ${minPlausibleDurationShare})
       ORDER BY s.id DESC LIMIT $4`,
      [accountId, `${utcDay(this.clock.now())}T00:00:00Z`, after?.id ?? null, limit + 1],
    );
    const page = pageOfRows(rows, limit, ({ id }) => ({ id }));
    return {
      items: page.items.map(({ id, median }) => ({
        session_id: id,
        minutes: roundedMinutes(median),
      })),
      next_cursor: page.next_cursor,
    };
  }
}
