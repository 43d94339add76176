import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Id } from '../../../contracts/base/fields';
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type { listRuns, RunListEntry } from '../../../contracts/runtime/runs';
import type { Person } from '../../access/person';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import type { RunDays } from '../withholding/moments.rule';
import { readFastRunLimits, isFastRunSql, type FastRunLimits } from './fast-runs.sql';
import { isBlindedSql } from '../../enrolment/model/session-facts.sql';
import {
  isListedRunSql,
  hadErrorsSql,
  neverBeganSql,
  visibilityParams,
  wasTimedOutSql,
} from './listed.sql';
import { isStalledRunSql } from './stalled-run.sql';
import {
  visibilityOf,
  visibilityOfRun,
  visibleRuns,
  type RunVisibility,
} from '../run/run-visibility';

interface Row extends Omit<RunListEntry, '_id' | 'tag' | 'records' | 'no_records' | 'few_records'> {
  id: string;
  participation_id: string;
  stored_through: number;
}
/**
 * Facts about a session that the list of its runs needs: settings that were fixed at its launch, and
 * the current limits below which runs count as fast.
 */
interface Launched {
  /** How many records a complete run has; 0 where the study does not state it. */
  readonly expected: number;
  readonly blinded: boolean;
  readonly tellsFast: boolean;
  readonly below: FastRunLimits;
}
type Totals = EndpointResponseBody<typeof listRuns>['totals'];

const Position = z.strictObject({ run: Id });
const atOnce = 500;
/** A finished run with at most this many records has only the `finish` record. */
const endAlone = 1;
const first = '00000000-0000-0000-0000-000000000000';

/** Reads the runs of a session, for the researchers who run it. */
@Injectable()
export class RunListRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, validation_failed for a broken cursor */
  async ofSession(
    sessionId: string,
    person: Person,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<EndpointResponseBody<typeof listRuns>> {
    const visibility = await visibilityOf(this.source.manager, sessionId, person);
    const after = decodeCursor(Position, cursor)?.run ?? first;
    const launched = await this.launched(visibility);
    const lines = await this.linesAfter(visibility, after, limit + 1, launched);
    const page = pageOfRows(lines, limit, ({ _id }) => ({ run: _id }));
    return { ...page, totals: await this.totals(visibility, launched) };
  }

  /**
   * Checks that the caller may read a run's records.
   * @returns its session, and its days if times in its records must be hidden from the caller
   * @throws DomainError not_found
   */
  async mustSee(
    runId: string,
    person: Person,
  ): Promise<{ session_id: string; days: RunDays | null }> {
    const [row]: (RunDays & Pick<Row, 'participation_id' | 'state'> & { session_id: string })[] =
      await this.source.query(
        `SELECT session_id, participation_id, state, day::text AS day, last_day::text AS last_day
         FROM research.run WHERE id = $1`,
        [runId],
      );
    if (!row) throw new DomainError('not_found');
    const { manager } = this.source;
    const visibility = await visibilityOfRun(manager, row.session_id, person);
    if (!visibility) throw new DomainError('not_found');
    const seen = await visibleRuns(
      manager,
      this.secrets,
      visibility,
      [row],
      utcDay(this.clock.now()),
    );
    if (seen.length === 0) throw new DomainError('not_found');
    return { session_id: row.session_id, days: visibility.level === 'anonymous' ? row : null };
  }

  /** Reads the next runs after `runId` that the caller may see, at most `most`. */
  private async linesAfter(
    visibility: RunVisibility,
    runId: string,
    most: number,
    { expected, blinded, tellsFast, below }: Launched,
  ): Promise<RunListEntry[]> {
    const lines: RunListEntry[] = [];
    for (let after: string | undefined = runId; after !== undefined && lines.length < most;) {
      const rows: Row[] = await this.source.query(
        `SELECT r.id, r.participation_id, r.attempt, r.state, r.stored_through, r.lost, r.bytes,
           r.errors, r.missing_files, r.focus_lost,
           ${isFastRunSql('r', '$6')} AS fast, ${isStalledRunSql('r')} AS stalled,
           r.environment, r.day::text AS day, r.last_day::text AS last_day
         FROM research.run r WHERE r.session_id = $1 AND r.id > $5 ORDER BY r.id LIMIT ${atOnce}`,
        [...visibilityParams(visibility, this.clock.now()), after, below],
      );
      const today = utcDay(this.clock.now());
      const seen = await visibleRuns(this.source.manager, this.secrets, visibility, rows, today);
      const told = (run: Row) => ({
        ...run,
        environment: visibility.level === 'anonymous' ? null : run.environment,
        fast: tellsFast ? run.fast : null,
        missing_files: blinded ? null : run.missing_files,
      });
      lines.push(...seen.map(({ run, line }) => lineOf(told(run), line.tag, expected)));
      after = rows.length === atOnce ? rows.at(-1)?.id : undefined;
    }
    return lines.slice(0, most);
  }

  private async launched(visibility: RunVisibility): Promise<Launched> {
    const { manager } = this.source;
    const [row]: { expected: number | null; blinded: boolean }[] = await manager.query(
      `SELECT (snapshot->'runtime'->>'expected_records')::int AS expected, ${isBlindedSql('r')} AS blinded
       FROM research.recruitment r WHERE id = $1`,
      [visibility.session_id],
    );
    const blinded = row?.blinded !== false;
    const tellsFast = visibility.level !== 'anonymous' && !blinded;
    const below = await readFastRunLimits(manager, visibility.session_id, tellsFast);
    return { expected: row?.expected ?? 0, blinded, tellsFast, below };
  }

  /**
   * Counts only the runs that the list shows. Otherwise, an observer on site could see a small
   * total grow while a participant works, and recognise the participant's run in the list of the
   * next day.
   */
  private async totals(
    visibility: RunVisibility,
    { expected, tellsFast, below }: Launched,
  ): Promise<Totals> {
    const [totals]: Totals[] = await this.source.query(
      `SELECT count(*) FILTER (WHERE state = 'open')::int AS open,
         count(*) FILTER (WHERE state = 'finished')::int AS finished,
         count(*) FILTER (WHERE state = 'ended')::int AS ended,
         count(*) FILTER (WHERE lost > 0 AND listed)::int AS with_lost_records,
         count(*) FILTER (WHERE state = 'finished' AND stored_through <= ${endAlone} AND listed)::int
           AS with_no_records,
         count(*) FILTER (WHERE state = 'finished' AND stored_through < $5 AND listed)::int
           AS with_few_records,
         count(*) FILTER (WHERE ${hadErrorsSql('r')} AND listed)::int AS with_errors,
         count(*) FILTER (WHERE missing_files > 0 AND listed)::int AS with_missing_files,
         count(*) FILTER (WHERE focus_lost > 0 AND listed)::int AS with_focus_lost,
         count(*) FILTER (WHERE ${neverBeganSql('r')})::int AS never_began,
         count(*) FILTER (WHERE listed)::int AS listed,
         count(*) FILTER (WHERE CASE WHEN listed THEN false ELSE ${wasTimedOutSql('r')} END)::int AS timed_out,
         CASE WHEN $6::boolean THEN count(*) FILTER (WHERE fast AND listed)::int END AS fast,
         count(*) FILTER (WHERE stalled AND listed)::int AS stalled
       FROM (SELECT r.*, ${isListedRunSql('r')} AS listed, ${isStalledRunSql('r')} AS stalled,
           ${isFastRunSql('r', '$7')} AS fast
         FROM research.run r WHERE r.session_id = $1) AS r`,
      [...visibilityParams(visibility, this.clock.now()), expected, tellsFast, below],
    );
    if (!totals) throw new Error('a count without a row');
    return totals;
  }
}

const lineOf = (
  { id, participation_id: _, stored_through, ...run }: Row,
  tag: string,
  expected: number,
): RunListEntry => ({
  _id: id,
  tag,
  records: stored_through,
  no_records: run.state === 'finished' && stored_through <= endAlone,
  few_records: run.state === 'finished' && stored_through < expected,
  ...run,
});
