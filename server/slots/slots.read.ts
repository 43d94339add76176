import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { PageQuery } from '../../contracts/base/fields';
import { limits } from '../../contracts/base/limits';
import { slotsLimits } from '../../contracts/slots/limits';
import type { AttendanceEntry, SlotCalendar } from '../../contracts/slots/slots';
import type { Person } from '../access/person';
import { rosterEntryOf, participationOfEntry } from '../enrolment/rosters/roster-entries';
import { isParticipationInSessionSql, rosterLines } from '../enrolment/rosters/roster-lines';
import { rosterShowsSlots } from '../enrolment/model/state-of-day';
import { pageOfRows, decodeCursor } from '../platform/http/cursor';
import { badField } from '../platform/errors/errors';
import { Secrets } from '../platform/security/secrets';
import { managedSession, type ManagedSession } from './managed-session.read';
import { slotColumns, slotView, type SlotRow } from './slot-view';

const Position = z.strictObject({ entry: z.string().max(200) });

interface Expected {
  participation_id: string;
  slot_id: string;
  starts_at: Date;
  day: string;
  reserve: boolean;
}
interface AttendanceQuery extends Partial<z.output<z.ZodObject<typeof PageQuery>>> {
  day?: string;
}

/**
 * Decides whether the reader learns which slot a participant has booked, or only the day of the
 * slot. In sessions that show names to the reader, the reader learns the slot. In all other
 * sessions, the reader learns only the day, as on the roster (docs/domain.md, 4).
 */
export const slotDetailShownTo = (
  session: Pick<ManagedSession, 'privacy_level' | 'sees_names'>,
  person: Person,
): 'slot' | 'day' => (rosterShowsSlots(session, person) ? 'slot' : 'day');

/** Reads the slots of a session, for the researchers who run it. */
@Injectable()
export class SlotsRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Reads a session's calendar: its slots except cancelled ones.
   * @throws DomainError not_found
   */
  async calendar(sessionId: string, person: Person): Promise<SlotCalendar> {
    const { manager } = this.source;
    const session = await managedSession(manager, 'read', sessionId, person.account_id);
    const rows: SlotRow[] = await manager.query(
      `SELECT ${slotColumns} FROM research.slot s WHERE s.session_id = $1 AND NOT s.cancelled
       ORDER BY s.starts_at, s.place, s.id`,
      [sessionId],
    );
    const [plan]: { change_until_hours: number }[] = await manager.query(
      `SELECT change_until_hours FROM research.slot_plan WHERE session_id = $1`,
      [sessionId],
    );
    return {
      kind: session.kind,
      study_title: session.title,
      study_place: session.place,
      change_until_hours: plan?.change_until_hours ?? slotsLimits.slotChangeHours,
      shows: slotDetailShownTo(session, person),
      slots: rows.map(slotView),
    };
  }

  /**
   * Reads cancelled slots that would end after this time. The caller must check the permission for
   * the calendar.
   */
  async cancelledAhead(sessionId: string, now: Date): Promise<SlotRow[]> {
    return this.source.query(
      `SELECT ${slotColumns} FROM research.slot s
       WHERE s.session_id = $1 AND s.cancelled AND s.ends_at > $2
       ORDER BY s.starts_at, s.id LIMIT ${slotsLimits.slots}`,
      [sessionId, now],
    );
  }

  /**
   * Reads one page of the expected participants. They are ordered by participation id, which is
   * random, so the order does not show who booked first.
   * @throws DomainError not_found, validation_failed
   */
  async attendance(
    sessionId: string,
    { day, limit = limits.pageSize, cursor }: AttendanceQuery,
    person: Person,
  ): Promise<{ items: AttendanceEntry[]; next_cursor: string | null }> {
    const { manager } = this.source;
    const session = await managedSession(manager, 'see_names', sessionId, person.account_id);
    const position = decodeCursor(Position, cursor);
    const after = position && participationOfEntry(this.secrets, sessionId, position.entry);
    if (position && after === null) throw badField('cursor', 'invalid');
    const rows: Expected[] = await manager.query(
      `SELECT b.participation_id, b.slot_id, s.starts_at, s.day::text AS day,
         b.reserve_no IS NOT NULL AS reserve
       FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
       WHERE s.session_id = $1 AND ${isParticipationInSessionSql('b.participation_id', 's.session_id')}
         AND NOT s.cancelled AND ($2::date IS NULL OR s.day = $2)
         AND ($3::uuid IS NULL OR b.participation_id > $3)
       ORDER BY b.participation_id LIMIT $4`,
      [sessionId, day ?? null, after ?? null, limit + 1],
    );
    const { items, next_cursor } = pageOfRows(rows, limit, (last) => ({
      entry: rosterEntryOf(this.secrets, sessionId, last.participation_id),
    }));
    const lines = await rosterLines(
      manager,
      this.secrets,
      sessionId,
      items.map((row) => row.participation_id),
    );
    const shows = slotDetailShownTo(session, person);
    return {
      items: items.flatMap((row) => {
        const line = lines.get(row.participation_id);
        return line ? [attendanceOf(line, row, shows)] : [];
      }),
      next_cursor,
    };
  }
}

const attendanceOf = (
  line: Pick<AttendanceEntry, 'entry' | 'tag' | 'state'>,
  row: Expected,
  shows: 'slot' | 'day',
): AttendanceEntry => ({
  ...line,
  day: row.day,
  slot_id: shows === 'slot' ? row.slot_id : null,
  starts_at: shows === 'slot' ? row.starts_at.toISOString() : null,
  reserve: shows === 'slot' ? row.reserve : null,
});
