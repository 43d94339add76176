import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { RosterAccess } from '../../../contracts/data-rights/data-rights';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { UnitOfWork } from '../../platform/db/unit-of-work';

interface Row {
  id: string;
  at: Date;
  position: string;
  study_id: string;
  session_id: string;
  title: string | null;
  researcher_id: string;
}
type Access = z.output<typeof RosterAccess>;

/**
 * The last line of the previous page. `at` is in microseconds since 1970, which is the precision of
 * PostgreSQL. A Date would round it to milliseconds, and the next page would repeat the line.
 */
const Position = z.strictObject({ at: z.string().regex(/^\d{1,17}$/), id: z.uuid() });

/** Reads which researchers saw a participant's name, when, in which study (docs/domain.md, 4). */
@Injectable()
export class RosterAccessRead {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Lists who saw the participant's name, the newest first. If a researcher opens the roster of a
   * session several times on one day, the list has one line with the first time. Otherwise the
   * lines of a researcher who often reloads the roster would hide all other lines.
   * @throws DomainError validation_failed for a broken cursor.
   */
  async of(
    accountId: string,
    limit: number,
    cursor: string | undefined,
  ): Promise<{ items: Access[]; next_cursor: string | null }> {
    const after = decodeCursor(Position, cursor);
    return this.unitOfWork.run(
      async (tx) => {
        const rows = await tx.query<Row>(
          `SELECT g.*, coalesce(s.snapshot ->> 'title', t.title) AS title FROM (
             SELECT id, at, (extract(epoch FROM at) * 1000000)::bigint::text AS position, study_id,
               session_id, researcher_id
             FROM identity.roster_access WHERE account_id = $1) g
           LEFT JOIN research.session s ON s.id = g.session_id
           LEFT JOIN research.study_profile t ON t.id = g.study_id
           WHERE $2::bigint IS NULL OR (g.position::bigint, g.id) < ($2, $3::uuid)
           ORDER BY g.position::bigint DESC, g.id DESC LIMIT $4`,
          [accountId, after?.at ?? null, after?.id ?? null, limit + 1],
        );
        // The application's role reads who the researchers are. It gets only their ids, and does
        // not learn whose name was shown.
        await tx.as('commonlab_app');
        const researchers = await tx.query<NonNullable<Access['researcher']>>(
          `SELECT id AS _id, first_name, last_name, organization FROM identity.researcher_byline
          WHERE id = ANY($1::uuid[])`,
          [rows.map((r) => r.researcher_id)],
        );
        const byId = new Map(researchers.map((r) => [r._id, r]));
        const page = pageOfRows(rows, limit, (last) => ({ at: last.position, id: last.id }));
        const items = page.items.map((r) => ({
          _id: r.id,
          at: r.at.toISOString(),
          times: 1,
          study: r.title === null ? null : { _id: r.study_id, title: r.title },
          researcher: byId.get(r.researcher_id) ?? null,
        }));
        return { items, next_cursor: page.next_cursor };
      },
      { role: 'commonlab_link' },
    );
  }
}
