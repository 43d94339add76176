import { ownParticipationIdsSql } from '../enrolment/own-data.sql';
import { linksOfAccountParameters } from '../enrolment/links/participation-links';
import type { ExportFile } from '../platform/context/context';
import { unwrapRows, type PagedRows, type Snapshot } from '../platform/db/snapshot';
import type { Secrets } from '../platform/security/secrets';
import { isOwnedBySql } from '../studies/study.policy';

type Pages = PagedRows['pages'];

/** Yields the ids of the person's participations, page by page. */
async function* ownIds(
  snapshot: Snapshot,
  accountId: string,
  secrets: Secrets,
): AsyncGenerator<string[]> {
  const own = snapshot.pages<{ id: string }>(
    ownParticipationIdsSql,
    linksOfAccountParameters(secrets, accountId),
    'commonlab_link',
  );
  for await (const page of own) yield page.map(({ id }) => id);
}

/** Yields the person's stored bookings, each with the time and place of its slot. */
async function* bookingRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  for await (const ids of ownIds(snapshot, accountId, secrets))
    yield* unwrapRows(
      snapshot.pages<{ row: object }>(
        `SELECT to_jsonb(b) || jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at,
           'zone', s.zone, 'place', s.place, 'link', s.link) AS row
         FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
         WHERE b.participation_id = ANY($1::uuid[]) ORDER BY b.participation_id`,
        [ids],
      ),
    );
}

/**
 * Yields the future slots that the person had booked and no longer has, because the booking or the
 * slot was cancelled. Omits the place, which only participants with a booking may read.
 */
async function* formerRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  for await (const ids of ownIds(snapshot, accountId, secrets))
    yield* unwrapRows(
      snapshot.pages<{ row: object }>(
        `SELECT to_jsonb(f) || jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at,
           'zone', s.zone, 'cancelled', s.cancelled) AS row
         FROM research.former_booking f JOIN research.slot s ON s.id = f.slot_id
         WHERE f.participation_id = ANY($1::uuid[]) ORDER BY f.participation_id`,
        [ids],
      ),
    );
}

/** Reads the slots of a researcher's own sessions, without the people who booked them. */
const slotRows = (snapshot: Snapshot, ownerId: string): Pages =>
  unwrapRows(
    snapshot.pages<{ row: object }>(
      `SELECT to_jsonb(s) || jsonb_build_object('change_until_hours', p.change_until_hours) AS row
       FROM research.slot s JOIN research.slot_plan p ON p.session_id = s.session_id
       JOIN research.recruitment r ON r.id = s.session_id
       JOIN research.study_profile t ON t.id = r.study_id
       WHERE ${isOwnedBySql('t', '$1')} ORDER BY s.starts_at, s.id`,
      [ownerId],
    ),
  );

/**
 * The bookings and slots in the data export. They are sections of files that the contexts enrolment
 * and studies define.
 */
export const slotsExports: readonly ExportFile[] = [
  {
    name: 'participations',
    position: 70,
    sections: [
      { name: 'bookings', read: bookingRows },
      { name: 'former_bookings', read: formerRows },
    ],
  },
  { name: 'studies', position: 120, sections: [{ name: 'slots', read: slotRows }] },
];
