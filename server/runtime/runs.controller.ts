import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { limits } from '../../contracts/base/limits';
import { readConditions } from '../../contracts/study-files/conditions';
import { listRunErrors, listRuns } from '../../contracts/runtime/runs';
import { startRun, storeRecords } from '../../contracts/runtime/runtime';
import { CallerParam, type Caller } from '../access/caller';
import { Handles } from '../platform/http/handles';
import { ConditionsRead } from './conditions/conditions.read';
import { StoreRecords } from './record-log/store-records.command';
import { RunErrorsRead } from './watching/run-errors.read';
import { RunListRead } from './run-list/run-list.read';
import { StartRun } from './lifecycle/start-run.command';

@Controller()
export class RunsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly runs: RunListRead,
    private readonly runErrors: RunErrorsRead,
    private readonly conditions: ConditionsRead,
  ) {}

  @Handles(startRun)
  start({ params, body }: EndpointInput<typeof startRun>, @CallerParam() caller: Caller) {
    return this.commands.execute(new StartRun(params.id, body, caller));
  }

  @Handles(storeRecords)
  store({ params, body }: EndpointInput<typeof storeRecords>, @CallerParam() { person }: Caller) {
    return this.commands.execute(
      new StoreRecords(params.id, body.run_id, body.writer, body.trials, person.account_id),
    );
  }

  @Handles(listRuns)
  list({ params, query }: EndpointInput<typeof listRuns>, @CallerParam() { person }: Caller) {
    return this.runs.ofSession(params.id, person, {
      cursor: query.cursor,
      limit: query.limit ?? limits.pageSize,
    });
  }

  @Handles(listRunErrors)
  errors(
    { params, query }: EndpointInput<typeof listRunErrors>,
    @CallerParam() { person }: Caller,
  ) {
    return this.runErrors.ofSession(params.id, person, {
      cursor: query.cursor,
      limit: query.limit ?? limits.pageSize,
    });
  }

  @Handles(readConditions)
  conditionsOf(
    { params }: EndpointInput<typeof readConditions>,
    @CallerParam() { person }: Caller,
  ) {
    return this.conditions.ofSession(params.id, person);
  }
}
