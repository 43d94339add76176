import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  listCopiedResources,
  copyResourcesToTimeline,
  copyResourcesToVersion,
} from '../../../contracts/study-files/copied-resources';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { StudyGate } from '../../studies/people/study-gate';
import { TimelinesRead } from '../builder/timelines.read';
import { studyFilesRateLimits } from '../study-files.rate-limits';
import { CopyFilesIntoTimeline } from './take-into-timeline.command';
import { CopyFilesIntoVersion } from './take-into-version.command';
import { VersionsRead } from '../versions/versions.read';
import { CopiedResourcesRead } from './taken-resources.read';

@Controller()
export class CopiedResourcesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly limit: RateLimit,
    private readonly taken: CopiedResourcesRead,
    private readonly timelines: TimelinesRead,
    private readonly versions: VersionsRead,
  ) {}

  @Handles(listCopiedResources)
  async list(
    { params }: EndpointInput<typeof listCopiedResources>,
    @CallerParam() { person }: Caller,
  ) {
    await this.gate.must('read', params.id, person.account_id);
    return { items: await this.taken.ofStudy(params.id, person.account_id) };
  }

  @Handles(copyResourcesToVersion)
  async intoVersion(
    { params, body }: EndpointInput<typeof copyResourcesToVersion>,
    @CallerParam() caller: Caller,
  ) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.limit.consume(studyFilesRateLimits.upload, caller.person.account_id);
    const { id, made } = await this.commands.execute(
      new CopyFilesIntoVersion(params.id, body, caller),
    );
    const version = await this.versions.one(params.id, id);
    return made ? replyWithStatus(201, version) : replyWithStatus(200, version);
  }

  @Handles(copyResourcesToTimeline)
  async intoTimeline(
    { params, body }: EndpointInput<typeof copyResourcesToTimeline>,
    @CallerParam() caller: Caller,
  ) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.limit.consume(studyFilesRateLimits.timelineFile, caller.person.account_id);
    const files = await this.commands.execute(
      new CopyFilesIntoTimeline(params.id, body.resources, caller),
    );
    return { items: files.map((file) => this.timelines.shown(file)) };
  }
}
