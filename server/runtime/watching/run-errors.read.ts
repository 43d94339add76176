import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type { listRunErrors, RunError } from '../../../contracts/runtime/runs';
import type { Person } from '../../access/person';
import { Clock } from '../../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { badField } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import type { RunDays } from '../withholding/moments.rule';
import { StoreRareValues } from '../rare-values/keep-rare-values';
import { eventTextWithoutRareValues } from '../rare-values/rare-values.rule';
import { readWithheldPathsOfSession } from '../rare-values/withheld-places.read';
import { withholdTimesInText } from '../withholding/withheld.rule';
import { isListedRunSql, isErrorDisclosedSql, visibilityParams } from '../run-list/listed.sql';
import { visibilityOf } from '../run/run-visibility';

const Sealed = z.strictObject({ sealed: z.string().max(400) });
const Position = z.strictObject({
  runs: z.int().max(2_147_483_647),
  error: z.string().regex(/^[0-9a-f]{32}$/),
});

/**
 * Lists errors of the study's code in the runs of a session, and files that runs requested and did
 * not get, for the researchers of the study.
 */
@Injectable()
export class RunErrorsRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly values: StoreRareValues,
  ) {}

  /**
   * Lists the errors of the runs that the list of runs shows. Errors that occurred in more runs
   * come first. If a participant had timed out before today, their errors of earlier days are
   * included, even if the list does not show the run yet.
   * @throws DomainError not_found, validation_failed for a broken cursor
   */
  async ofSession(
    sessionId: string,
    person: Person,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<EndpointResponseBody<typeof listRunErrors>> {
    const visibility = await visibilityOf(this.source.manager, sessionId, person);
    const after = this.positionIn(sessionId, cursor);
    await this.values.beforeErrorsShown(sessionId);
    const [session, level, today] = visibilityParams(visibility, this.clock.now());
    const rows: (RunError & RunDays)[] = await this.source.query(
      `SELECT min(encode(e.hash, 'hex')) AS _id, e.kind, e.message, e.file, e.line,
         count(DISTINCT r.id)::int AS runs,
         -- Of a run that may go on, how often and until when would tell when it does.
         CASE WHEN e.kind = 'missing_file'
           THEN least(sum(CASE WHEN ${isListedRunSql('r')} THEN e.times ELSE 1 END), 2147483647)::int
         END AS times,
         min(r.day)::text AS day, max(CASE WHEN ${isListedRunSql('r')} THEN r.last_day
           ELSE least(r.last_day, $3::date - 1) END)::text AS last_day
       FROM research.run r JOIN research.run_error e ON e.run_id = r.id
       WHERE r.session_id = $1 AND ${isErrorDisclosedSql('e', 'r')} AND e.kind <> 'began'
         -- The server has counted it.
         AND NOT (e.kind = 'load_failed' AND EXISTS (SELECT FROM research.run_error m
           WHERE m.run_id = e.run_id AND m.kind = 'missing_file' AND m.file = e.file
             AND ${isErrorDisclosedSql('m', 'r')}))
       GROUP BY e.kind, e.message, e.file, e.line
       HAVING $4::int IS NULL
         OR (-count(DISTINCT r.id), min(encode(e.hash, 'hex'))) > (-$4::int, $5::text)
       ORDER BY runs DESC, _id LIMIT $6`,
      [session, level, today, after?.runs ?? null, after?.error ?? null, limit + 1],
    );
    const page = pageOfRows(rows, limit, ({ _id, runs }) => ({
      sealed: this.secrets
        .sealUnkept('run-error', sessionId, JSON.stringify({ runs, error: _id }))
        .toString('base64url'),
    }));
    const isAnonymous = visibility.level === 'anonymous';
    const places = await readWithheldPathsOfSession(this.source, sessionId, today);
    const items = page.items.map(({ day, last_day, ...error }) => {
      // If the study wrote a time into an error's text, the time is withheld, as in the records.
      const told = (text: string, name: string) =>
        eventTextWithoutRareValues(
          isAnonymous ? withholdTimesInText(text, { day, last_day }) : text,
          name,
          (path) => places.has(path),
        );
      return {
        ...error,
        _id: this.secrets.mac('run-error', sessionId, error._id).toString('hex', 0, 16),
        message: told(error.message, 'message'),
        file: error.file === null ? null : told(error.file, 'file'),
      };
    });
    return { ...page, items };
  }

  /**
   * Decrypts the cursor. It contains the stored hash of an error, which is made from the original
   * message and is the same in all sessions: this hash must not be visible. The id in the response
   * is derived from the hash for this session only.
   */
  private positionIn(sessionId: string, cursor?: string): z.output<typeof Position> | null {
    const sealed = decodeCursor(Sealed, cursor)?.sealed;
    if (sealed === undefined) return null;
    try {
      const opened = this.secrets.open('run-error', sessionId, Buffer.from(sealed, 'base64url'));
      return Position.parse(JSON.parse(opened));
    } catch {
      throw badField('cursor', 'invalid');
    }
  }
}
