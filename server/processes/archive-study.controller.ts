import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../contracts/base/endpoint';
import { archiveStudy } from '../../contracts/studies';
import { TheCaller, type Caller } from '../access/caller';
import { Handles } from '../platform/http/handles';
import { ArchiveStudy } from './archive-study.command';

@Controller()
export class ArchiveStudyController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(archiveStudy)
  async archive(
    { params }: Input<typeof archiveStudy>,
    @TheCaller() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new ArchiveStudy(params.id, person, request_id));
    return undefined;
  }
}
