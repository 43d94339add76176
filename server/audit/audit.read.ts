import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { readAudit } from '../../contracts/audit';
import type { Input, Result } from '../../contracts/base/endpoint';
import { Id } from '../../contracts/base/fields';
import { limits } from '../../contracts/base/limits';
import { pageOfRows, readCursor } from '../platform/http/cursor';

type Record = Result<typeof readAudit>['items'][number];
type Query = Input<typeof readAudit>['query'];
interface Row extends Omit<Record, 'at' | 'sequence'> {
  at: Date;
  at_text: string;
  sequence: string | null;
  reason: string | null;
}

const Position = z.tuple([
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    .refine((v) => !Number.isNaN(Date.parse(v))),
  Id,
]);
const somebody = (id: string, account: string) =>
  `CASE WHEN ${id} IS NOT NULL THEN json_build_object('_id', ${id},
     'first_name', ${account}.first_name, 'last_name', ${account}.last_name) END`;

@Injectable()
export class AuditRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Newest first. Names and reasons are the present ones: those of an erased account are gone here
   * too.
   */
  async page({
    action,
    person,
    from,
    to,
    limit = limits.pageSize,
    cursor,
  }: Query): Promise<{ items: Record[]; next_cursor: string | null }> {
    const after = readCursor(Position, cursor);
    const rows: Row[] = await this.source.query(
      `SELECT a.id AS _id, s.sequence, a.at, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at_text, a.action,
         ${somebody('a.actor_id', 'actor')} AS actor, ${somebody('a.subject_id', 'subject')} AS subject, a.details, a.request_id, n.reason
       FROM platform.audit a LEFT JOIN platform.audit_seal s ON s.audit_id = a.id
         LEFT JOIN identity.person actor ON actor.id = a.actor_id LEFT JOIN identity.person subject ON subject.id = a.subject_id
         LEFT JOIN identity.administrator_note n ON n.id::text = a.details ->> 'note'
       WHERE ($1::text IS NULL OR a.action = $1) AND ($2::uuid IS NULL OR a.actor_id = $2 OR a.subject_id = $2)
         AND ($3::timestamptz IS NULL OR a.at >= $3) AND ($4::timestamptz IS NULL OR a.at < $4)
         AND ($5::timestamptz IS NULL OR (a.at, a.id) < ($5, $6::uuid))
       ORDER BY a.at DESC, a.id DESC LIMIT $7`,
      [
        action ?? null,
        person ?? null,
        from ?? null,
        to ?? null,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
      ],
    );
    const { items, next_cursor } = pageOfRows(rows, limit, (last) => [last.at_text, last._id]);
    return { items: items.map(onTheWire), next_cursor };
  }
}

/** Replaces a note's id and hash by its text, while the text exists. */
function onTheWire({
  at_text: _,
  reason,
  at,
  sequence,
  details: { note, note_mac: __, ...details },
  ...row
}: Row): Record {
  return {
    ...row,
    at: at.toISOString(),
    sequence: sequence === null ? null : Number(sequence),
    details: note === undefined ? details : { ...details, reason },
  };
}
