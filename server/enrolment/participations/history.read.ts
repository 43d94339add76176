import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Participation } from '../../../contracts/enrolment/participations';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { IdentityLinkReadPool } from '../../platform/db/link-reads';
import { prepared } from '../../platform/db/prepared';
import { Secrets } from '../../platform/security/secrets';
import { linksOfAccountSql, linksOfAccountParameters } from '../links/participation-links';
import {
  participationColumns,
  participationView,
  type ParticipationRow,
} from '../model/participation-view';

const position = z.strictObject({ at: z.iso.datetime(), id: z.uuid() });

/**
 * SQL: a page of one person's participations, the newest first. $1 and $2 are the parameters of
 * linksOfAccountSql. $3 and $4 are the time and the id of the last participation of the previous
 * page, or null. $5 is the number of rows. The statement sorts all participations of the account,
 * but reads sessions only for the page, since the snapshots of sessions are large.
 */
const read = prepared<ParticipationRow>(
  'own-participations',
  `WITH RECURSIVE ${linksOfAccountSql}, page AS MATERIALIZED (
     SELECT p.*, date_trunc('milliseconds', p.created_at) AS position
     FROM own CROSS JOIN LATERAL (SELECT * FROM research.participation
       WHERE id = own.participation_id OFFSET 0) p
     WHERE ($3::timestamptz IS NULL
       OR (date_trunc('milliseconds', p.created_at), p.id) < ($3, $4::uuid))
     ORDER BY position DESC, p.id DESC LIMIT $5)
   SELECT ${participationColumns} FROM page p
   CROSS JOIN LATERAL (SELECT snapshot, reward_amount, reward_currency, consent_withdrawn,
       paused_at, launched_at
     FROM research.session WHERE id = p.session_id OFFSET 0) s
   ORDER BY p.position DESC, p.id DESC`,
);

/**
 * Reads one person's participations in all studies. Only the table of links shows which
 * participations belong to one person, so the query runs under the role that may read that table.
 */
@Injectable()
export class ParticipationHistoryRead {
  constructor(
    private readonly links: IdentityLinkReadPool,
    private readonly secrets: Secrets,
  ) {}

  async of(
    accountId: string,
    limit: number,
    cursor: string | undefined,
  ): Promise<{ items: Participation[]; next_cursor: string | null }> {
    const after = decodeCursor(position, cursor);
    const rows = await read(this.links, [
      ...linksOfAccountParameters(this.secrets, accountId),
      after?.at ?? null,
      after?.id ?? null,
      limit + 1,
    ]);
    const page = pageOfRows(rows, limit, (last) => ({
      at: last.created_at.toISOString(),
      id: last.id,
    }));
    return { items: page.items.map(participationView), next_cursor: page.next_cursor };
  }
}
