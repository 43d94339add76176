import type { Transaction } from '../../platform/db/unit-of-work';
import { timedOutBeforeSql } from '../../enrolment/model/participation-facts.sql';
import { studiesSharingPeopleSql } from '../../studies/study.policy';

/**
 * Makes comparisons run one after the other, across all servers. So a later comparison finds all
 * values that earlier comparisons have stored.
 */
export const lockValueComparison = (tx: Transaction) =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('run-values', 5))`);

/**
 * SQL: finds values `m` of this study that occur in named runs and also in anonymous runs. These
 * may also be runs of another study that a researcher of this study may see. The value is withheld
 * either in the anonymous runs or in the named runs:
 * - If no researcher can have seen the value in the anonymous run yet, the anonymous runs withhold
 *   it. They do so from the first day on which they would show it. Anonymous runs are shown once
 *   their last day (UTC) is over, and their errors on the day after the participant's time ended.
 * - Otherwise the named runs withhold the value.
 *
 * The state at the beginning of the day counts, so that no response reveals an event of today.
 * @param which a condition on `m`, with parameters from $3 on
 */
const recurring = (which: string) => `
  INSERT INTO research.withheld_place (study_id, anonymous, place, mark, other_id, from_day)
  SELECT study_id, anonymous, place, mark, other_id, min(from_day) FROM (
    SELECT CASE WHEN s.here THEN m.study_id ELSE o.study_id END AS study_id,
      CASE WHEN s.here THEN m.anonymous ELSE o.anonymous END AS anonymous,
      CASE WHEN s.here THEN m.place ELSE o.place END AS place, m.mark,
      CASE WHEN s.here THEN o.study_id ELSE m.study_id END AS other_id,
      CASE WHEN m.anonymous THEN greatest($2::date, mr.last_day + 1)
        WHEN s.here THEN $2::date ELSE $2::date + 1 END AS from_day
    FROM research.run_value m JOIN research.run mr ON mr.id = m.run_id
    JOIN research.run_value o
      ON o.study_id = ANY(${studiesSharingPeopleSql('$1')}) AND o.anonymous = NOT m.anonymous AND o.mark = m.mark
    JOIN research.run r ON r.id = o.run_id
    CROSS JOIN LATERAL (SELECT m.anonymous OR r.state <> 'open' AND r.last_day < $2::date
      OR ${timedOutBeforeSql('r.participation_id', '$2')} AS here) s
    WHERE m.study_id = $1 AND ${which}) AS found
  GROUP BY study_id, anonymous, place, mark, other_id
  ON CONFLICT DO NOTHING`;

/**
 * Each value is stored for at most this many people of a study. A value that so many people have is
 * not rare, and need not be stored for further people.
 */
const keptOf = 8;

/**
 * Stores the new values of a run and compares them. The caller must hold the lock of `lockValueComparison`.
 * @param values keyed hashes of the values, each with the hash of its place
 */
export async function storeRareValues(
  tx: Transaction,
  run: {
    readonly id: string;
    readonly participation_id: string;
    readonly study_id: string;
    readonly anonymous: boolean;
  },
  values: readonly { readonly mark: Buffer; readonly place: Buffer }[],
  today: string,
): Promise<void> {
  const kept = await tx.query<{ mark: Buffer }>(
    `INSERT INTO research.run_value (run_id, participation_id, study_id, anonymous, mark, place)
     SELECT $1, $2, $3, $4, u.mark, u.place FROM unnest($5::bytea[], $6::bytea[]) AS u (mark, place)
     WHERE (SELECT count(DISTINCT v.participation_id) FROM research.run_value v
       WHERE v.study_id = $3 AND v.anonymous = $4 AND v.mark = u.mark) < ${keptOf}
     ON CONFLICT DO NOTHING RETURNING mark`,
    [
      run.id,
      run.participation_id,
      run.study_id,
      run.anonymous,
      values.map(({ mark }) => mark),
      values.map(({ place }) => place),
    ],
  );
  if (kept.length === 0) return;
  await tx.query(recurring('m.run_id = $3 AND m.mark = ANY($4::bytea[])'), [
    run.study_id,
    today,
    run.id,
    kept.map(({ mark }) => mark),
  ]);
}

/**
 * Compares all values of a study again, because one more person may now see them together with the
 * values of other studies. Must run in the transaction in which this person joins the study: then
 * the person never sees values that were not compared.
 */
export async function compareValuesWithOtherStudies(
  tx: Transaction,
  studyId: string,
  today: string,
): Promise<void> {
  await lockValueComparison(tx);
  await tx.query(recurring('true'), [studyId, today]);
}

/**
 * Deletes the values of runs. Places that were withheld because of these values stay withheld. If
 * their values were shown again, a researcher could find them in an older copy of the deleted data.
 * If no run has a value any more, the row of its place gets a meaningless hash instead of the
 * value's hash.
 */
export async function deleteRareValues(
  tx: Transaction,
  runIds: readonly string[],
  random: string,
): Promise<void> {
  const gone = await tx.query<{ study_id: string; mark: Buffer }>(
    `DELETE FROM research.run_value WHERE run_id = ANY($1::uuid[]) RETURNING study_id, mark`,
    [runIds],
  );
  if (gone.length === 0) return;
  await tx.query(
    `UPDATE research.withheld_place w SET mark = sha256(w.mark || convert_to($3, 'UTF8'))
     FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::bytea[]) AS g (study_id, mark)) g
     WHERE w.mark = g.mark AND g.study_id IN (w.study_id, w.other_id)
       AND NOT EXISTS (SELECT FROM research.run_value v
         WHERE v.study_id IN (w.study_id, w.other_id) AND v.mark = w.mark)`,
    [gone.map(({ study_id }) => study_id), gone.map(({ mark }) => mark), random],
  );
}
