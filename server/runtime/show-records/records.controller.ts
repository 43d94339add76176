import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Controller, Param, Query, StreamableFile } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Id } from '../../../contracts/base/fields';
import {
  participantRunRecords,
  researcherRunRecords,
} from '../../../contracts/runtime/stored-records';
import { CallerParam, type Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { badField, DomainError } from '../../platform/errors/errors';
import { Serves } from '../../platform/http/operation';
import { RunListRead } from '../run-list/run-list.read';
import { RunFilesRead } from '../run-files/run-files.read';
import { recordLineOf } from '../record-format/frames.rule';
import { StoreRareValues } from '../rare-values/keep-rare-values';
import { readWithheldPathsOfSession } from '../rare-values/withheld-places.read';
import { createRecordFilter, type RecordFilter } from './shown-records';
import { StoredRecordsRead } from '../record-log/stored-records.read';

const After = z.coerce.number().int().min(0).max(2_147_483_647);
const Limit = z.coerce.number().int().min(1).optional();

/** After this many characters of output, the handler lets the event loop handle other requests. */
const atOnce = 500_000;

/** Serves records as they are stored, as lines of JSON. */
@Controller()
export class RecordsController {
  constructor(
    private readonly source: DataSource,
    private readonly own: OwnParticipationRead,
    private readonly runs: RunListRead,
    private readonly records: StoredRecordsRead,
    private readonly values: StoreRareValues,
    private readonly clock: Clock,
    private readonly files: RunFilesRead,
  ) {}

  @Serves(participantRunRecords)
  async ofOwn(
    @Param('id') id: string,
    @Param('run') run: string,
    @Query('after') after: string | undefined,
    @CallerParam() { person }: Caller,
  ): Promise<StreamableFile> {
    const participationId = idOf(id);
    const runId = idOf(run);
    await this.own.mustBe(participationId, person.account_id);
    const [found]: object[] = await this.source.query(
      `SELECT id FROM research.run WHERE id = $1 AND participation_id = $2`,
      [runId, participationId],
    );
    if (!found) throw new DomainError('not_found');
    return this.lines(runId, after);
  }

  @Serves(researcherRunRecords)
  async ofRun(
    @Param('id') id: string,
    @Query('after') after: string | undefined,
    @Query('limit') limit: string | undefined,
    @CallerParam() { person }: Caller,
  ): Promise<StreamableFile> {
    const runId = idOf(id);
    const { days, session_id } = await this.runs.mustSee(runId, person);
    await this.values.beforeShown(runId);
    const places = await readWithheldPathsOfSession(
      this.source,
      session_id,
      utcDay(this.clock.now()),
    );
    const names = days ? await this.files.madeNames(runId) : undefined;
    return this.lines(runId, after, limit, createRecordFilter(days, places, names));
  }

  private lines(runId: string, after = '0', limit?: string, shown?: RecordFilter): StreamableFile {
    const behind = After.safeParse(after);
    if (!behind.success) throw badField('after', 'invalid');
    const most = Limit.safeParse(limit);
    if (!most.success) throw badField('limit', 'invalid');
    const text = this.text(runId, behind.data, most.data ?? Infinity, shown);
    return new StreamableFile(Readable.from(text), {
      type: 'application/x-ndjson; charset=utf-8',
    });
  }

  /**
   * Yields the records of a run after a number, as lines of JSON.
   * @param given changes each record; absent if the caller may see all of it
   */
  private async *text(
    runId: string,
    after: number,
    most: number,
    given?: RecordFilter,
  ): AsyncGenerator<string> {
    let [left, lines] = [most, ''];
    // If records are changed for the reader, read all records, from the first one on. An event
    // before the requested records may say that they are pieces of a longer text, which must be
    // withheld.
    for await (const records of this.records.after(runId, given ? 0 : after)) {
      for (const record of records) {
        const data = given?.(record, record.seq > after) ?? record.data;
        if (record.seq <= after) continue;
        lines += recordLineOf(record.seq, { kind: record.kind, data });
        left -= 1;
        if (left <= 0) break;
        if (lines.length < atOnce) continue;
        yield lines;
        lines = '';
        // Lets the server handle other requests here, since the output of a complete run takes
        // about a second.
        await setImmediate();
      }
      yield lines;
      lines = '';
      if (left <= 0) return;
    }
  }
}

/** @throws DomainError not_found for a text that is not an id */
function idOf(given: string): string {
  const id = Id.safeParse(given);
  if (!id.success) throw new DomainError('not_found');
  return id.data;
}
