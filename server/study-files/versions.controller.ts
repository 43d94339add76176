import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import {
  deleteVersion,
  listVersions,
  recheckVersion,
  previewVersion,
  readVersionDifference,
  readVersionReport,
  setVersionKind,
  uploadVersion,
  type VersionReport,
} from '../../contracts/study-files/study-files';
import { CallerParam, type Caller } from '../access/caller';
import { DomainError } from '../platform/errors/errors';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { RateLimit } from '../platform/security/rate-limit';
import { StudyGate } from '../studies/people/study-gate';
import { PublishTimeline } from './builder/publish-timeline.command';
import { RecheckVersion } from './report/recheck/recheck-version.command';
import { studyFilesRateLimits } from './study-files.rate-limits';
import { DeleteVersion } from './versions/delete-version.command';
import { PreviewVersion } from './serving/preview-version.command';
import { UploadVersion } from './uploads/upload-version.command';
import { VersionsRead } from './versions/versions.read';

@Controller()
export class VersionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly versions: VersionsRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(uploadVersion)
  async upload(
    { params, body, file }: EndpointInput<typeof uploadVersion>,
    @CallerParam() caller: Caller,
  ) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.limit.consume(studyFilesRateLimits.upload, caller.person.account_id);
    const command = file
      ? new UploadVersion(params.id, caller, file)
      : body && new PublishTimeline(params.id, body.timeline, caller);
    if (!command) throw new DomainError('malformed_body');
    const { id, made } = await this.commands.execute(command);
    const version = await this.versions.one(params.id, id);
    return made ? replyWithStatus(201, version) : replyWithStatus(200, version);
  }

  @Handles(listVersions)
  async list({ params }: EndpointInput<typeof listVersions>, @CallerParam() { person }: Caller) {
    await this.gate.must('read', params.id, person.account_id);
    return { items: await this.versions.ofStudy(params.id), next_cursor: null };
  }

  @Handles(deleteVersion)
  async delete({ params }: EndpointInput<typeof deleteVersion>, @CallerParam() caller: Caller) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.commands.execute(new DeleteVersion(params.id, params.version, caller));
    return replyWithStatus(204);
  }

  @Handles(readVersionReport)
  async report(
    { params }: EndpointInput<typeof readVersionReport>,
    @CallerParam() { person }: Caller,
  ) {
    await this.gate.must('read', params.id, person.account_id);
    return this.versions.report(params.id, params.version);
  }

  @Handles(recheckVersion)
  async again({ params }: EndpointInput<typeof recheckVersion>, @CallerParam() caller: Caller) {
    return replyWithStatus(202, await this.asked(caller, params));
  }

  @Handles(setVersionKind)
  kind({ params, body }: EndpointInput<typeof setVersionKind>, @CallerParam() caller: Caller) {
    return this.asked(caller, params, body.kind);
  }

  private async asked(
    caller: Caller,
    { id, version }: { id: string; version: string },
    kind?: VersionReport['kind'],
  ) {
    await this.gate.must('edit', id, caller.person.account_id);
    await this.limit.consume(studyFilesRateLimits.lookAgain, caller.person.account_id);
    await this.commands.execute(new RecheckVersion(id, version, caller, kind));
    return this.versions.one(id, version);
  }

  @Handles(readVersionDifference)
  async difference(
    { params, query }: EndpointInput<typeof readVersionDifference>,
    @CallerParam() { person }: Caller,
  ) {
    await this.gate.must('read', params.id, person.account_id);
    return this.versions.difference(params.id, params.version, query.with);
  }

  @Handles(previewVersion)
  async preview(
    { params, body }: EndpointInput<typeof previewVersion>,
    @CallerParam() { person }: Caller,
  ) {
    await this.gate.must('read', params.id, person.account_id);
    await this.limit.consume(studyFilesRateLimits.versionPreview, person.account_id);
    const { account_id } = person;
    return this.commands.execute(
      new PreviewVersion(params.id, params.version, body.entry, account_id),
    );
  }
}
