import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { changeDemographics, readDemographics } from '../../../contracts/accounts/demographics';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { Handles } from '../../platform/http/handles';
import { ChangeDemographics } from './change-demographics.command';
import { DemographicsRead } from './demographics.read';
import { CallerParam, type Caller } from '../../access/caller';

@Controller()
export class DemographicsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly demographics: DemographicsRead,
  ) {}

  @Handles(readDemographics)
  read(_: EndpointInput<typeof readDemographics>, @CallerParam() { person }: Caller) {
    return this.demographics.of(person.account_id);
  }

  @Handles(changeDemographics)
  async change(
    { body }: EndpointInput<typeof changeDemographics>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new ChangeDemographics(person.account_id, body, request_id));
    return this.demographics.of(person.account_id);
  }
}
