import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import {
  listCopiedResources,
  copyResourcesToTimeline,
  copyResourcesToVersion,
} from '../../../contracts/study-files/copied-resources';
import { TheCaller, type Caller } from '../../access/caller';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { StudyGate } from '../../studies/people/study-gate';
import { TimelinesRead } from '../builder/timelines.read';
import { studyFilesRateLimits } from '../study-files.rate-limits';
import { TakeIntoTimeline } from './take-into-timeline.command';
import { TakeIntoVersion } from './take-into-version.command';
import { VersionsRead } from '../versions/versions.read';
import { TakenResourcesRead } from './taken-resources.read';

@Controller()
export class TakingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly limit: RateLimit,
    private readonly taken: TakenResourcesRead,
    private readonly timelines: TimelinesRead,
    private readonly versions: VersionsRead,
  ) {}

  @Handles(listCopiedResources)
  async list({ params }: Input<typeof listCopiedResources>, @TheCaller() { person }: Caller) {
    await this.gate.must('read', params.id, person.account_id);
    return { items: await this.taken.ofStudy(params.id, person.account_id) };
  }

  @Handles(copyResourcesToVersion)
  async intoVersion(
    { params, body }: Input<typeof copyResourcesToVersion>,
    @TheCaller() caller: Caller,
  ) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.limit.consume(studyFilesRateLimits.upload, caller.person.account_id);
    const { id, made } = await this.commands.execute(new TakeIntoVersion(params.id, body, caller));
    const version = await this.versions.one(params.id, id);
    return made ? replyWithStatus(201, version) : replyWithStatus(200, version);
  }

  @Handles(copyResourcesToTimeline)
  async intoTimeline(
    { params, body }: Input<typeof copyResourcesToTimeline>,
    @TheCaller() caller: Caller,
  ) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.limit.consume(studyFilesRateLimits.timelineFile, caller.person.account_id);
    const files = await this.commands.execute(
      new TakeIntoTimeline(params.id, body.resources, caller),
    );
    return { items: files.map((file) => this.timelines.shown(file)) };
  }
}
