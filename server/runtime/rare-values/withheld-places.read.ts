import type { DataSource } from 'typeorm';
import type { Snapshot } from '../../platform/db/snapshot';
import { WithheldPaths } from './withheld-places';

/** A value that at least this many people of a study have does not identify one of them (docs/domain.md, 4). */
const enough = 5;

/**
 * SQL: how many people of a study have the value `w.mark`.
 * @param of an operand: the id of the study
 * @param anonymous an operand: true to count people in its anonymous runs, false in its named runs
 */
const people = (of: string, anonymous: string): string =>
  `(SELECT count(DISTINCT v.participation_id) FROM research.run_value v
    JOIN research.run r ON r.id = v.run_id
    WHERE v.study_id = ${of} AND v.anonymous = ${anonymous} AND v.mark = w.mark
      AND (NOT v.anonymous OR r.state <> 'open' AND r.last_day < $2::date))`;

/**
 * SQL condition: whether the rare values at a place are withheld today. Counts only the anonymous
 * runs that ended before today (UTC). Otherwise a value that is suddenly shown would reveal that an
 * anonymous run has just ended.
 */
const inForce = `w.from_day <= $2::date AND ${people('w.study_id', 'w.anonymous')} < ${enough}
  AND ${people('w.other_id', 'NOT w.anonymous')} < ${enough}`;

export interface WithheldPathsOfStudy {
  readonly named: WithheldPaths;
  readonly anonymous: WithheldPaths;
}

interface Row {
  place: string;
  anonymous: boolean;
}
/** Parameters: $1 the study, $2 the day (UTC). */
const places = `SELECT DISTINCT encode(w.place, 'hex') AS place, w.anonymous FROM research.withheld_place w
  WHERE w.study_id = $1 AND ${inForce}`;

const of = (studyId: string, rows: readonly Row[], isAnonymous: boolean): WithheldPaths =>
  new WithheldPaths(
    studyId,
    new Set(rows.filter(({ anonymous }) => anonymous === isAnonymous).map(({ place }) => place)),
  );

export async function readWithheldPaths(
  snapshot: Snapshot,
  studyId: string,
  today: string,
): Promise<WithheldPathsOfStudy> {
  const rows = await snapshot.query<Row>(places, [studyId, today]);
  return { named: of(studyId, rows, false), anonymous: of(studyId, rows, true) };
}

/**
 * Reads the places whose rare values a session withholds: the places of its study, either for
 * anonymous or for named runs.
 */
export async function readWithheldPathsOfSession(
  source: DataSource,
  sessionId: string,
  today: string,
): Promise<WithheldPaths> {
  const [session]: { study_id: string; anonymous: boolean }[] = await source.query(
    `SELECT study_id, privacy_level = 'anonymous' AS anonymous FROM research.recruitment WHERE id = $1`,
    [sessionId],
  );
  if (!session) return new WithheldPaths('', new Set());
  const rows: Row[] = await source.query(places, [session.study_id, today]);
  return of(session.study_id, rows, session.anonymous);
}
