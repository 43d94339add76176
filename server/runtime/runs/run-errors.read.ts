import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Result } from '../../../contracts/base/endpoint';
import type { listRunErrors, RunError } from '../../../contracts/runs';
import type { Person } from '../../access/person';
import { Clock } from '../../platform/concurrency/clock';
import { pageOfRows, readCursor } from '../../platform/http/cursor';
import { withheldText, type RunDays } from '../records/withheld-text.rule';
import { isListed, seenBy } from './listed.sql';
import { sightOf } from './run-sight';

const Position = z.strictObject({
  runs: z.int().max(2_147_483_647),
  error: z.string().regex(/^[0-9a-f]{32}$/),
});

/** Errors of the study's code in the runs of a session, for those who run it. */
@Injectable()
export class RunErrorsRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Those of the runs that the list shows, the errors of most runs first.
   * @throws DomainError not_found, validation_failed for a broken cursor
   */
  async ofSession(
    sessionId: string,
    person: Person,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<Result<typeof listRunErrors>> {
    const sight = await sightOf(this.source.manager, sessionId, person);
    const after = readCursor(Position, cursor);
    const [session, level, today] = seenBy(sight, this.clock.now());
    const rows: (RunError & RunDays)[] = await this.source.query(
      `SELECT encode(e.hash, 'hex') AS _id, min(e.message) AS message, min(e.file) AS file,
         min(e.line) AS line, count(*)::int AS runs,
         min(r.day)::text AS day, max(r.last_day)::text AS last_day
       FROM research.run r JOIN research.run_error e ON e.run_id = r.id
       WHERE r.session_id = $1 AND r.errors > 0 AND ${isListed('r')}
       GROUP BY e.hash
       HAVING $4::int IS NULL OR (-count(*), encode(e.hash, 'hex')) > (-$4::int, $5::text)
       ORDER BY runs DESC, _id LIMIT $6`,
      [session, level, today, after?.runs ?? null, after?.error ?? null, limit + 1],
    );
    const isAnonymous = sight.level === 'anonymous';
    const errors = rows.map(({ day, last_day, ...error }) => ({
      ...error,
      // As from the records, where the study wrote a time into it.
      message: isAnonymous ? withheldText(error.message, { day, last_day }) : error.message,
    }));
    return pageOfRows(errors, limit, ({ _id, runs }) => ({ runs, error: _id }));
  }
}
