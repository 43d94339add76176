import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredRecord } from '../../../../contracts/runtime';
import { Clock } from '../../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../../platform/db/unit-of-work';
import { Secrets } from '../../../platform/security/secrets';
import type { RunDays } from '../moments.rule';
import { dayOf } from '../../runs/days';
import { StoredRecordsRead } from '../stored-records.read';
import { comparable } from './rare.rule';
import { rareValuesOf } from './rare-values-of-run.rule';
import { holdValues, keepValues } from './recurring.sql';
import { VersionTexts } from './version-texts';
import { placeOf } from './withheld-places';

interface Facts extends RunDays {
  readonly id: string;
  readonly participation_id: string;
  readonly study_id: string;
  readonly anonymous: boolean;
  readonly version_id: string | null;
  /** What the launch and the draw gave it: no browser's own. */
  readonly given: string;
}

/**
 * Keeps the rare values of runs as keyed hashes, and compares those of named and of anonymous runs that one
 * researcher may see: when a run is sealed, and before its records are shown or exported.
 */
@Injectable()
export class KeepRareValues {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly stored: StoredRecordsRead,
    private readonly texts: VersionTexts,
    private readonly clock: Clock,
  ) {}

  /** Of all records of a run. */
  async of(tx: Transaction, runId: string, records: readonly StoredRecord[]): Promise<void> {
    const [run] = await tx.query<Facts>(
      `SELECT r.id, r.participation_id, r.day::text AS day, r.last_day::text AS last_day, s.study_id,
         s.privacy_level = 'anonymous' AS anonymous, s.snapshot->'runtime'->>'version_id' AS version_id,
         concat_ws(' ', s.study_id, s.id, s.snapshot->'runtime', r.condition) AS given
       FROM research.run r JOIN research.session s ON s.id = r.session_id WHERE r.id = $1
       FOR KEY SHARE OF r`,
      [runId],
    );
    if (!run) return;
    const given = comparable(run.given);
    const found = rareValuesOf(records, run.anonymous ? run : null).filter(
      ({ text }) => !given.includes(text),
    );
    const values = await this.texts.notIn(tx, run.version_id, found);
    if (values.length === 0) return;
    const marked = values.map(({ text, path }) => ({
      mark: this.secrets.mac('rare-value', text).subarray(0, 16),
      place: placeOf(run.study_id, path),
    }));
    await holdValues(tx);
    await keepValues(tx, run, marked, dayOf(this.clock.now()));
  }

  /** Before the records of a run are shown that is not sealed. */
  beforeShown = (runId: string): Promise<void> => this.those(`r.id = $1`, runId);

  /** Before those of a study are exported. */
  beforeExported = (studyId: string): Promise<void> =>
    this.those(`r.session_id IN (SELECT id FROM research.session WHERE study_id = $1)`, studyId);

  /** @param which a condition on runs, with $1 */
  private async those(which: string, id: string): Promise<void> {
    const runs: { id: string }[] = await this.source.query(
      `SELECT r.id FROM research.run r WHERE ${which} AND r.stored_through > r.sealed_through
       ORDER BY r.id`,
      [id],
    );
    for (const run of runs) {
      const records: StoredRecord[] = [];
      for await (const some of this.stored.after(run.id, 0))
        for (const { data, ...record } of some) records.push({ ...record, data: data.toString() });
      await this.unitOfWork.run((tx) => this.of(tx, run.id, records));
    }
  }
}
