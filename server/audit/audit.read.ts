import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { readAudit } from '../../contracts/audit/audit';
import type { EndpointInput, EndpointResponseBody } from '../../contracts/base/endpoint';
import { Id } from '../../contracts/base/fields';
import { limits } from '../../contracts/base/limits';
import {
  FailedSignInsRead,
  type FailedSignInCount,
} from '../authentication/failed-sign-ins/failed-sign-ins.read';
import { Clock, days, addMilliseconds } from '../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../platform/http/cursor';
import { badField } from '../platform/errors/errors';
import { Secrets } from '../platform/security/secrets';
import { noteIdSql, auditTimeSql } from './audit-chain';

type Record = EndpointResponseBody<typeof readAudit>['items'][number];
type Query = EndpointInput<typeof readAudit>['query'];
interface Row extends Omit<Record, 'at' | 'sequence'> {
  at: Date;
  at_text: string;
  sequence: string | null;
  reason: string | null;
}

const recentMs = days(62);

/**
 * Whether a day exists. Date.parse reads 30 February as 2 March, and accepts the year 0; PostgreSQL
 * refuses both.
 */
const isDay = (at: string) => {
  const parsed = new Date(at);
  if (Number.isNaN(parsed.getTime()) || at.startsWith('0000')) return false;
  return parsed.toISOString().slice(0, 10) === at.slice(0, 10);
};

const Position = z.tuple([
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    .refine(isDay),
  Id,
]);
type After = z.output<typeof Position> | null;
const somebody = (id: string, account: string) =>
  `CASE WHEN ${id} IS NOT NULL THEN json_build_object('_id', ${id},
     'first_name', ${account}.first_name, 'last_name', ${account}.last_name) END`;

@Injectable()
export class AuditRead {
  constructor(
    private readonly source: DataSource,
    private readonly failedSignIns: FailedSignInsRead,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Returns a page of the audit log, the newest records first.
   * - Times are rounded down to the minute. Ids, cursors and filters do not reveal the exact time
   *   either. With the exact time of a sign-in and of an event in an anonymous session, a reader
   *   could identify the participant (docs/domain.md, 4). The stored records keep the exact time.
   * - Names and reasons are read now, so those of a deleted account are missing.
   * - Failed sign-ins appear as one count for each hour, at the beginning of that hour.
   */
  async page(query: Query): Promise<{ items: Record[]; next_cursor: string | null }> {
    const { limit = limits.pageSize, cursor, ...filters } = query;
    const after = this.readPosition(cursor);
    const asked = { ...filters, from: minuteOf(filters.from), to: minuteOf(filters.to) };
    const [records, counts] = await Promise.all([
      this.newest(asked, after, limit + 1),
      this.counts(asked, after, limit + 1),
    ]);
    const rows = [...records, ...counts].sort(newestFirst);
    const { items, next_cursor } = pageOfRows(rows, limit, (last) => ({
      sealed: this.secrets
        .sealUnkept('audit-cursor', '', JSON.stringify([last.at_text, last._id]))
        .toString('base64url'),
    }));
    return { items: items.map((row) => this.onTheWire(row)), next_cursor };
  }

  /**
   * Decrypts the cursor, which contains the exact time of the last record of the previous page. It
   * is encrypted, so that an administrator cannot read this time.
   */
  private readPosition(cursor: string | undefined): After {
    const sealed = decodeCursor(z.strictObject({ sealed: z.string().max(400) }), cursor)?.sealed;
    if (sealed === undefined) return null;
    try {
      const opened = this.secrets.open('audit-cursor', '', Buffer.from(sealed, 'base64url'));
      return Position.parse(JSON.parse(opened));
    } catch {
      throw badField('cursor', 'invalid');
    }
  }

  /**
   * Reads the newest months first, because most pages lie within them. PostgreSQL plans a query
   * only for the partitions of the requested time. Older partitions are read only if the newest
   * months do not fill the page.
   */
  private async newest(query: Query, after: After, atMost: number): Promise<Row[]> {
    const end = after?.[0] ?? query.to;
    const recent = addMilliseconds(end === undefined ? this.clock.now() : new Date(end), -recentMs);
    if (query.from === undefined || new Date(query.from) < recent) {
      const rows = await this.records({ ...query, from: recent.toISOString() }, after, atMost);
      if (rows.length === atMost) return rows;
    }
    return this.records(query, after, atMost);
  }

  private records({ action, person, from, to }: Query, after: After, atMost: number) {
    return this.source.query<Row[]>(
      `SELECT a.id AS _id, s.sequence, a.at, ${auditTimeSql('a.at')} AS at_text, a.action,
         ${somebody('a.actor_id', 'actor')} AS actor, ${somebody('a.subject_id', 'subject')} AS subject, a.details, a.request_id, n.reason
       FROM platform.audit a LEFT JOIN platform.audit_seal s ON s.audit_id = a.id
         LEFT JOIN identity.person actor ON actor.id = a.actor_id LEFT JOIN identity.person subject ON subject.id = a.subject_id
         LEFT JOIN identity.administrator_note n ON n.id = ${noteIdSql}
       WHERE ($1::text IS NULL OR a.action = $1) AND ($2::uuid IS NULL OR a.actor_id = $2 OR a.subject_id = $2)
         AND ($3::timestamptz IS NULL OR a.at >= $3) AND ($4::timestamptz IS NULL OR a.at < $4)
         AND ($5::timestamptz IS NULL OR a.at <= $5 AND (a.at, a.id) < ($5, $6::uuid))
       ORDER BY a.at DESC, a.id DESC LIMIT $7`,
      [
        action ?? null,
        person ?? null,
        from ?? null,
        to ?? null,
        after?.[0] ?? null,
        after?.[1] ?? null,
        atMost,
      ],
    );
  }

  private async counts(
    { action, person, from, to }: Query,
    after: After,
    limit: number,
  ): Promise<Row[]> {
    if (action !== undefined && action !== 'sign-in-failed') return [];
    return (await this.failedSignIns.page({ person, from, to, after, limit })).map(asRecord);
  }

  /**
   * Converts a record for the response. Replaces the id and the hash of a note by the note's text,
   * if the note still exists. Replaces the record's id by a keyed hash, because the id contains the
   * exact time.
   */
  private onTheWire({
    at_text: _,
    reason,
    at,
    sequence,
    details: { note, note_mac: __, ...details },
    ...row
  }: Row): Record {
    return {
      ...row,
      _id: uuidOf(this.secrets.mac('audit-id', row._id)),
      at: minuteOf(at.toISOString()),
      sequence: sequence === null ? null : Number(sequence),
      details: note === undefined ? details : { ...details, reason },
    };
  }
}

/** Rounds a time down to the full minute. */
function minuteOf<T extends string | undefined>(instant: T): T extends string ? string : undefined;
function minuteOf(instant: string | undefined): string | undefined {
  if (instant === undefined) return undefined;
  const at = new Date(instant);
  at.setUTCSeconds(0, 0);
  return at.toISOString();
}

/** Makes a UUID of version 8 (RFC 9562, 5.8) from the first 128 bits. */
function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 16);
  const variant = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant.toString(16)}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/**
 * Compares two rows by their time and id as texts, so that the newest comes first. The database
 * writes all times and ids in the same format, so comparing the texts is enough.
 */
function newestFirst(one: Row, other: Row): number {
  const [a, b] = [`${one.at_text} ${one._id}`, `${other.at_text} ${other._id}`];
  return a < b ? 1 : a > b ? -1 : 0;
}

const asRecord = ({ id, hour, hour_text, network, count, ...account }: FailedSignInCount): Row => ({
  _id: id,
  sequence: null,
  at: hour,
  at_text: hour_text,
  action: 'sign-in-failed',
  actor: null,
  subject:
    account.account_id === null
      ? null
      : {
          _id: account.account_id,
          first_name: account.first_name,
          last_name: account.last_name,
        },
  details: { count, network },
  request_id: null,
  reason: null,
});
