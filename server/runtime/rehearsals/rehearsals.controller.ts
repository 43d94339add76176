import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { Input } from '../../../contracts/base/endpoint';
import {
  deleteRehearsal,
  endRehearsalRun,
  listRehearsals,
  makeRehearsal,
  readRehearsal,
  startRehearsalRun,
  storeRehearsalRecords,
} from '../../../contracts/runtime/rehearsals';
import { TheCaller, type Caller } from '../../access/caller';
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
  async make({ params, body }: Input<typeof makeRehearsal>, @TheCaller() { person }: Caller) {
    await this.gate.must('edit', params.id, person.account_id);
    const id = await this.commands.execute(new MakeRehearsal(params.id, body, person.account_id));
    return this.rehearsals.one(id);
  }

  @Handles(listRehearsals)
  async list({ params }: Input<typeof listRehearsals>, @TheCaller() { person }: Caller) {
    await this.gate.must('read', params.id, person.account_id);
    return { items: await this.rehearsals.ofStudy(params.id), next_cursor: null };
  }

  @Handles(readRehearsal)
  async read({ params }: Input<typeof readRehearsal>, @TheCaller() { person }: Caller) {
    await this.access.must('read', params.id, person.account_id);
    return this.rehearsals.one(params.id);
  }

  @Handles(deleteRehearsal)
  async delete({ params }: Input<typeof deleteRehearsal>, @TheCaller() { person }: Caller) {
    await this.access.must('edit', params.id, person.account_id);
    await this.source.query(`DELETE FROM research.rehearsal WHERE id = $1`, [params.id]);
    return replyWithStatus(204);
  }

  @Handles(startRehearsalRun)
  async start({ params, body }: Input<typeof startRehearsalRun>, @TheCaller() { person }: Caller) {
    await this.access.must('edit', params.id, person.account_id);
    return this.commands.execute(new StartRehearsalRun(params.id, body));
  }

  @Handles(storeRehearsalRecords)
  async store(
    { params, body }: Input<typeof storeRehearsalRecords>,
    @TheCaller() { person }: Caller,
  ) {
    await this.access.must('edit', params.id, person.account_id);
    const { run_id, writer, trials } = body;
    const run = { of: 'rehearsals', run_id, subject_id: params.id, writer } as const;
    return { stored_through: await this.records.store({ ...run, records: trials }) };
  }

  @Handles(endRehearsalRun)
  async end({ params, body }: Input<typeof endRehearsalRun>, @TheCaller() { person }: Caller) {
    await this.access.must('edit', params.id, person.account_id);
    await this.commands.execute(new EndRehearsalRun(params.id, params.run, body));
    return this.rehearsals.run(params.id, params.run);
  }
}
