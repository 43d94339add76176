import { Controller, Param, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { IdParams } from '../../../contracts/base/fields';
import {
  decideSubmission,
  listSubmissions,
  submissionPdf,
  submitAssignment,
} from '../../../contracts/teaching/assignments';
import { CallerParam, type Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { contentDispositionOf } from '../../platform/http/files/disposition';
import { Handles } from '../../platform/http/handles';
import { Serves } from '../../platform/http/operation';
import { DecideSubmission } from './decide-submission.command';
import { SubmissionsRead } from './submissions.read';
import { SubmitAssignment } from './submit-assignment.command';

@Controller()
export class SubmissionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly submissions: SubmissionsRead,
  ) {}

  @Handles(submitAssignment)
  submit(
    { params, body, file }: EndpointInput<typeof submitAssignment>,
    @CallerParam() caller: Caller,
  ) {
    const work = file ? { file } : body;
    if (!work) throw new DomainError('malformed_body');
    return this.commands.execute(new SubmitAssignment(params.id, work, caller));
  }

  @Handles(listSubmissions)
  list(
    { params, query }: EndpointInput<typeof listSubmissions>,
    @CallerParam() { person }: Caller,
  ) {
    return this.submissions.list(params.id, person.account_id, query);
  }

  @Handles(decideSubmission)
  async decide(
    { params, body }: EndpointInput<typeof decideSubmission>,
    @CallerParam() caller: Caller,
  ) {
    const classroom = await this.commands.execute(new DecideSubmission(params.id, body, caller));
    return this.submissions.one(params.id, classroom, caller.person.account_id);
  }

  @Serves(submissionPdf)
  async pdf(@Param() given: unknown, @CallerParam() { person }: Caller): Promise<StreamableFile> {
    const params = IdParams.safeParse(given);
    if (!params.success) throw new DomainError('not_found');
    const { pdf, number } = await this.submissions.pdf(params.data.id, person.account_id);
    return new StreamableFile(pdf, {
      type: 'application/pdf',
      disposition: contentDispositionOf('attachment', `${number}.pdf`),
    });
  }
}
