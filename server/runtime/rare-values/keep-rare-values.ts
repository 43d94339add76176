import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import type { RunDays } from '../withholding/moments.rule';
import { BrokenRecordsError, StoredRecordsRead } from '../record-log/stored-records.read';
import { comparableText } from './rare.rule';
import { rareValuesOf } from './rare-values-of-run.rule';
import {
  compareValuesWithOtherStudies,
  lockValueComparison,
  storeRareValues,
} from './recurring.sql';
import { VersionTextSearch } from './version-texts';
import { hashValuePath } from './withheld-places';

interface Facts extends RunDays {
  readonly id: string;
  readonly participation_id: string;
  readonly study_id: string;
  readonly anonymous: boolean;
  readonly version_id: string | null;
  /**
   * Values that the server gave to the run (the launched version, the drawn condition), which do
   * not come from the browser.
   */
  readonly given: string;
}

/** SQL condition: some records of the run were not yet compared with records of other runs. */
const due = `(r.stored_through > r.sealed_through OR EXISTS (SELECT FROM research.run_log l
  WHERE l.run_id = r.id AND l.values_through < l.through))`;
const beforeAll = '00000000-0000-0000-0000-000000000000';
const atOnce = 50;
const atMostMs = 30_000;

/**
 * Stores the rare values of runs as keyed hashes. Finds values that occur in a named run and also
 * in an anonymous run, if one researcher may see the two runs. This class works before the records
 * of a run are shown or exported, and in a job after a run was sealed.
 */
@Injectable()
export class StoreRareValues {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly stored: StoredRecordsRead,
    private readonly texts: VersionTextSearch,
    private readonly clock: Clock,
  ) {}

  /** Compares a run with other runs; called before the run's records are shown. */
  beforeShown = (runId: string): Promise<void> => this.those(`r.id = $1`, runId);

  /** Compares those runs of a session that have errors; called before the errors are shown. */
  beforeErrorsShown = (sessionId: string): Promise<void> =>
    this.those(`r.session_id = $1 AND r.errors > 0`, sessionId);

  /**
   * Searches the runs of a study for values that occur in a named run and also in an anonymous run.
   * One of the two runs may belong to another study. Called before a data export, so that the
   * export can withhold these values.
   */
  beforeExported = (studyId: string): Promise<void> =>
    this.those(
      `r.session_id IN (SELECT id FROM research.recruitment WHERE study_id = $1)`,
      studyId,
    );

  /**
   * Compares all runs of a study with each other and with runs of other studies. Called before an
   * export of a pool, which combines several studies and has readers without a role in this study.
   */
  async beforePooled(studyId: string): Promise<void> {
    await this.beforeExported(studyId);
    const today = utcDay(this.clock.now());
    await this.unitOfWork.run((tx) => compareValuesWithOtherStudies(tx, studyId, today));
  }

  /**
   * Stores the rare values of sealed runs. Stops after `atMostMs`; the next call handles the rest.
   * @returns how many runs were compared
   */
  async sealed(): Promise<number> {
    let count = 0;
    const until = performance.now() + atMostMs;
    for (let after: string | undefined = beforeAll; after !== undefined;) {
      const runs: { run_id: string }[] = await this.source.query(
        `SELECT l.run_id FROM research.run_log l WHERE l.values_through < l.through AND l.run_id > $1
         ORDER BY l.run_id LIMIT ${atOnce}`,
        [after],
      );
      for (const { run_id } of runs) await this.keep(run_id);
      count += runs.length;
      const goesOn = runs.length === atOnce && performance.now() < until;
      after = goesOn ? runs.at(-1)?.run_id : undefined;
    }
    return count;
  }

  /**
   * Compares the selected runs with other runs, except for those that were compared before.
   * @param which an SQL condition that selects runs, with the id as $1
   */
  private async those(which: string, id: string): Promise<void> {
    const runs: { id: string }[] = await this.source.query(
      `SELECT r.id FROM research.run r WHERE ${which} AND ${due} ORDER BY r.id`,
      [id],
    );
    for (const run of runs) await this.keep(run.id);
  }

  private async keep(runId: string): Promise<void> {
    const records = await this.readable(runId);
    await this.unitOfWork.run(async (tx) => {
      const [run] = await tx.query<Facts>(
        `SELECT r.id, r.participation_id, r.day::text AS day, r.last_day::text AS last_day, s.study_id,
           s.privacy_level = 'anonymous' AS anonymous,
           s.snapshot->'runtime'->>'version_id' AS version_id,
           concat_ws(' ', s.study_id, s.id, s.snapshot->'runtime', r.condition) AS given
         FROM research.run r JOIN research.recruitment s ON s.id = r.session_id WHERE r.id = $1
         FOR KEY SHARE OF r`,
        [runId],
      );
      if (!run) return;
      const marked = await this.marked(tx, run, records);
      if (marked.length > 0) {
        await lockValueComparison(tx);
        await storeRareValues(tx, run, marked, utcDay(this.clock.now()));
      }
      await tx.query(
        `UPDATE research.run_log SET values_through = least(through, $2) WHERE run_id = $1`,
        [runId, records.at(-1)?.seq ?? 0],
      );
    });
  }

  /**
   * Reads the records of a run. Returns none if their hash chain is broken, since such records are
   * neither shown nor exported.
   */
  private async readable(runId: string): Promise<StoredRecord[]> {
    const records: StoredRecord[] = [];
    try {
      for await (const some of this.stored.after(runId, 0))
        for (const { data, ...record } of some) records.push({ ...record, data: data.toString() });
    } catch (error) {
      if (!(error instanceof BrokenRecordsError)) throw error;
    }
    return records;
  }

  private async marked(tx: Transaction, run: Facts, records: readonly StoredRecord[]) {
    const given = comparableText(run.given);
    const found = rareValuesOf(records, run.anonymous ? run : null).filter(
      ({ text }) => !given.includes(text),
    );
    const values = await this.texts.notIn(tx, run.version_id, found);
    return values.map(({ text, path }) => ({
      mark: this.secrets.mac('rare-value', text).subarray(0, 16),
      place: hashValuePath(run.study_id, path),
    }));
  }
}
