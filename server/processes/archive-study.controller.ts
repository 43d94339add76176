import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { archiveStudy, setStudyArchived } from '../../contracts/studies/own-studies';
import { CallerParam, type Caller } from '../access/caller';
import { StudyPageRead } from '../catalogue/study-page.read';
import { Handles } from '../platform/http/handles';
import { ArchiveStudy } from './archive-study.command';
import { RestoreStudy } from './restore-study.command';

@Controller()
export class ArchiveStudyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly pages: StudyPageRead,
  ) {}

  @Handles(archiveStudy)
  async archive(
    { params }: EndpointInput<typeof archiveStudy>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new ArchiveStudy(params.id, person, request_id));
    return undefined;
  }

  @Handles(setStudyArchived)
  async set(
    { params, body }: EndpointInput<typeof setStudyArchived>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    const Wanted = body.archived ? ArchiveStudy : RestoreStudy;
    await this.commands.execute(new Wanted(params.id, person, request_id));
    return this.pages.forPerson(params.id, person);
  }
}
