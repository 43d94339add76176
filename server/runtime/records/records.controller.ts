import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Controller, Param, Query, StreamableFile } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Id } from '../../../contracts/base/fields';
import { ownRecords, recordsOfRun } from '../../../contracts/runtime';
import { TheCaller, type Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { badField, DomainError } from '../../platform/http/errors';
import { Serves } from '../../platform/http/operation';
import { RunListRead } from '../runs/run-list.read';
import type { MadeNames } from '../recordings/made-names.rule';
import { RunFilesRead } from '../recordings/run-files.read';
import { lineOf } from './frames.rule';
import { isTiming } from '../timing/timing.rule';
import { StoredRecordsRead, type Numbered } from './stored-records.read';
import type { RunDays } from './moments.rule';
import { pieceFinder } from './result-event.rule';
import { mark, withheldText } from './withheld.rule';

const After = z.coerce.number().int().min(0).max(2_147_483_647);
const Limit = z.coerce.number().int().min(1).optional();

/** Characters that are made without a break. */
const atOnce = 500_000;

/** Records as they are stored, as lines of JSON. */
@Controller()
export class RecordsController {
  constructor(
    private readonly source: DataSource,
    private readonly own: OwnParticipationRead,
    private readonly runs: RunListRead,
    private readonly records: StoredRecordsRead,
    private readonly files: RunFilesRead,
  ) {}

  @Serves(ownRecords)
  async ofOwn(
    @Param('id') id: string,
    @Param('run') run: string,
    @Query('after') after: string | undefined,
    @TheCaller() { person }: Caller,
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

  @Serves(recordsOfRun)
  async ofRun(
    @Param('id') id: string,
    @Query('after') after: string | undefined,
    @Query('limit') limit: string | undefined,
    @TheCaller() { person }: Caller,
  ): Promise<StreamableFile> {
    const runId = idOf(id);
    const days = await this.runs.mustSee(runId, person);
    return this.lines(runId, after, limit, days);
  }

  private lines(
    runId: string,
    after = '0',
    limit?: string,
    days: RunDays | null = null,
  ): StreamableFile {
    const behind = After.safeParse(after);
    if (!behind.success) throw badField('after', 'invalid');
    const most = Limit.safeParse(limit);
    if (!most.success) throw badField('limit', 'invalid');
    const text = this.text(runId, behind.data, most.data ?? Infinity, days);
    return new StreamableFile(Readable.from(text), {
      type: 'application/x-ndjson; charset=utf-8',
    });
  }

  /** @param days of a run whose records may tell no moment */
  private async *text(
    runId: string,
    after: number,
    most: number,
    days: RunDays | null,
  ): AsyncGenerator<string> {
    const given = days ? withholding(days, await this.files.madeNames(runId)) : undefined;
    let [left, lines] = [most, ''];
    // Which texts are pieces stands before them, maybe before those that are asked for.
    for await (const records of this.records.after(runId, given ? 0 : after)) {
      for (const record of records) {
        const data = given?.(record, record.seq > after) ?? record.data;
        if (record.seq <= after) continue;
        lines += lineOf(record.seq, { kind: record.kind, data });
        left -= 1;
        if (left <= 0) break;
        if (lines.length < atOnce) continue;
        yield lines;
        lines = '';
        // A whole run takes its second; between two parts of it, the server answers others.
        await setImmediate();
      }
      yield lines;
      lines = '';
      if (left <= 0) return;
    }
  }
}

/**
 * To be asked for each record, in their order.
 * @returns the data of one that is wanted
 */
function withholding(
  days: RunDays,
  names: MadeNames,
): (record: Numbered, isWanted: boolean) => Buffer | undefined {
  const isPiece = pieceFinder();
  return ({ seq, kind, data }, isWanted) => {
    // Of the others, events and files alone tell something of what comes.
    if (!isWanted && kind !== 'event' && kind !== 'file') return undefined;
    const text = data.toString('utf8');
    if (kind === 'file') return Buffer.from(withheldText(names.announced(text), days));
    const hidden = isPiece({ seq, kind, data: text }) || isTiming({ kind, data: text });
    return isWanted
      ? Buffer.from(hidden ? mark : withheldText(text, days, names.ofRecords))
      : undefined;
  };
}

/** @throws DomainError not_found for what is no id */
function idOf(given: string): string {
  const id = Id.safeParse(given);
  if (!id.success) throw new DomainError('not_found');
  return id.data;
}
