import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  addTimelineFile,
  deleteTimelineFile,
  createVersionArchiveLink,
  previewTimeline,
  readTimeline,
  readVersionTimeline,
  saveTimeline,
  startFromTemplate,
} from '../../../contracts/study-files/study-timelines';
import { CallerParam, type Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { StudyGate } from '../../studies/people/study-gate';
import { studyFilesRateLimits } from '../study-files.rate-limits';
import { VersionsRead } from '../versions/versions.read';
import { PreviewTimeline } from './preview-timeline.command';
import { SaveTimeline } from './save-timeline.command';
import { StartFromTemplate } from './start-from-template.command';
import { AddTimelineFile, DeleteTimelineFile } from './timeline-files.command';
import { TimelinesRead } from './timelines.read';
import { VersionArchive } from '../download/version-archive';

@Controller()
export class TimelinesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly timelines: TimelinesRead,
    private readonly versions: VersionsRead,
    private readonly archives: VersionArchive,
    private readonly limit: RateLimit,
  ) {}

  @Handles(readTimeline)
  async read({ params }: EndpointInput<typeof readTimeline>, @CallerParam() caller: Caller) {
    await this.must('read', params.id, caller);
    return this.timelines.draft(params.id, caller.language);
  }

  @Handles(saveTimeline)
  async save({ params, body }: EndpointInput<typeof saveTimeline>, @CallerParam() caller: Caller) {
    await this.must('edit', params.id, caller);
    const { version, timeline } = body;
    return this.commands.execute(new SaveTimeline(params.id, version, timeline, caller));
  }

  @Handles(startFromTemplate)
  async template(
    { params, body }: EndpointInput<typeof startFromTemplate>,
    @CallerParam() caller: Caller,
  ) {
    await this.must('edit', params.id, caller);
    await this.commands.execute(new StartFromTemplate(params.id, body, caller));
    return this.timelines.draft(params.id, caller.language);
  }

  @Handles(addTimelineFile)
  async add(
    { params, query, file }: EndpointInput<typeof addTimelineFile>,
    @CallerParam() caller: Caller,
  ) {
    await this.must('edit', params.id, caller);
    await this.limit.consume(studyFilesRateLimits.timelineFile, caller.person.account_id);
    if (!file) throw new DomainError('malformed_body');
    const placed = await this.commands.execute(
      new AddTimelineFile(params.id, query.path, caller, file),
    );
    return this.timelines.shown(placed);
  }

  @Handles(deleteTimelineFile)
  async delete(
    { params, query }: EndpointInput<typeof deleteTimelineFile>,
    @CallerParam() caller: Caller,
  ) {
    await this.must('edit', params.id, caller);
    await this.commands.execute(new DeleteTimelineFile(params.id, query.path, caller));
    return replyWithStatus(204);
  }

  @Handles(previewTimeline)
  async preview({ params }: EndpointInput<typeof previewTimeline>, @CallerParam() caller: Caller) {
    await this.must('read', params.id, caller);
    await this.limit.consume(studyFilesRateLimits.timelinePreview, caller.person.account_id);
    return this.commands.execute(new PreviewTimeline(params.id, caller));
  }

  @Handles(readVersionTimeline)
  async ofVersion(
    { params }: EndpointInput<typeof readVersionTimeline>,
    @CallerParam() caller: Caller,
  ) {
    await this.must('read', params.id, caller);
    await this.limit.consume(studyFilesRateLimits.versionTimeline, caller.person.account_id);
    return { timeline: await this.timelines.ofVersion(params.id, params.version) };
  }

  @Handles(createVersionArchiveLink)
  async link(
    { params, query }: EndpointInput<typeof createVersionArchiveLink>,
    @CallerParam() caller: Caller,
  ) {
    await this.must('read', params.id, caller);
    const { _id } = await this.versions.one(params.id, params.version);
    return { url: await this.archives.address(_id, query.format, caller.person.account_id) };
  }

  private must(act: 'read' | 'edit', studyId: string, { person }: Caller): Promise<unknown> {
    return this.gate.must(act, studyId, person.account_id);
  }
}
