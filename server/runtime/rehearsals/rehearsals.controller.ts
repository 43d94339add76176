import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  deleteRehearsal,
  endRehearsalRun,
  listRehearsals,
  makeRehearsal,
  readRehearsal,
  startRehearsalRun,
  storeRehearsalRecords,
} from '../../../contracts/runtime/rehearsals';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { RunRecords } from '../record-log/run-records';
import { EndRehearsalRun } from './end-rehearsal-run.command';
import { MakeRehearsal } from './make-rehearsal.command';
import { StudyGate } from '../../studies/people/study-gate';
import { RehearsalAccess } from './rehearsal-access';
import { RehearsalsRead } from './rehearsals.read';
import { StartRehearsalRun } from './start-rehearsal-run.command';

@Controller()
export class RehearsalsController {
  constructor(
    private readonly access: RehearsalAccess,
    private readonly gate: StudyGate,
    private readonly commands: CommandBus,
    private readonly rehearsals: RehearsalsRead,
    private readonly records: RunRecords,
    private readonly source: DataSource,
  ) {}

  @Handles(makeRehearsal)
  async make(
    { params, body }: EndpointInput<typeof makeRehearsal>,
    @CallerParam() { person }: Caller,
  ) {
    await this.gate.must('edit', params.id, person.account_id);
    const id = await this.commands.execute(new MakeRehearsal(params.id, body, person.account_id));
    return this.rehearsals.one(id);
  }

  @Handles(listRehearsals)
  async list({ params }: EndpointInput<typeof listRehearsals>, @CallerParam() { person }: Caller) {
    await this.gate.must('read', params.id, person.account_id);
    return { items: await this.rehearsals.ofStudy(params.id), next_cursor: null };
  }

  @Handles(readRehearsal)
  async read({ params }: EndpointInput<typeof readRehearsal>, @CallerParam() { person }: Caller) {
    await this.access.must('read', params.id, person.account_id);
    return this.rehearsals.one(params.id);
  }

  @Handles(deleteRehearsal)
  async delete(
    { params }: EndpointInput<typeof deleteRehearsal>,
    @CallerParam() { person }: Caller,
  ) {
    await this.access.must('edit', params.id, person.account_id);
    await this.source.query(`DELETE FROM research.rehearsal WHERE id = $1`, [params.id]);
    return replyWithStatus(204);
  }

  @Handles(startRehearsalRun)
  async start(
    { params, body }: EndpointInput<typeof startRehearsalRun>,
    @CallerParam() { person }: Caller,
  ) {
    await this.access.must('edit', params.id, person.account_id);
    return this.commands.execute(new StartRehearsalRun(params.id, body));
  }

  @Handles(storeRehearsalRecords)
  async store(
    { params, body }: EndpointInput<typeof storeRehearsalRecords>,
    @CallerParam() { person }: Caller,
  ) {
    await this.access.must('edit', params.id, person.account_id);
    const { run_id, writer, trials } = body;
    const run = { of: 'rehearsals', run_id, subject_id: params.id, writer } as const;
    return { stored_through: await this.records.store({ ...run, records: trials }) };
  }

  @Handles(endRehearsalRun)
  async end(
    { params, body }: EndpointInput<typeof endRehearsalRun>,
    @CallerParam() { person }: Caller,
  ) {
    await this.access.must('edit', params.id, person.account_id);
    await this.commands.execute(new EndRehearsalRun(params.id, params.run, body));
    return this.rehearsals.run(params.id, params.run);
  }
}
