import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  listTemplates,
  readStudyFork,
  readTemplateSharing,
  shareTemplate,
} from '../../../contracts/teaching/templates';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { StudyGate } from '../../studies/people/study-gate';
import { ForkRead } from './fork.read';
import { ShareTemplate } from './share-template.command';
import { TemplatesRead } from './templates.read';

@Controller()
export class TemplatesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly templates: TemplatesRead,
    private readonly forks: ForkRead,
  ) {}

  @Handles(listTemplates)
  async list({ params }: EndpointInput<typeof listTemplates>, @CallerParam() { person }: Caller) {
    return { items: await this.templates.ofClassroom(params.id, person.account_id) };
  }

  @Handles(readTemplateSharing)
  async readSharing(
    { params }: EndpointInput<typeof readTemplateSharing>,
    @CallerParam() { person }: Caller,
  ) {
    await this.gate.must('edit', params.id, person.account_id);
    return this.templates.sharingOf(params.id);
  }

  @Handles(shareTemplate)
  async share(
    { params, body }: EndpointInput<typeof shareTemplate>,
    @CallerParam() caller: Caller,
  ) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.commands.execute(new ShareTemplate(params.id, body, caller));
    return this.templates.sharingOf(params.id);
  }

  @Handles(readStudyFork)
  readFork({ params }: EndpointInput<typeof readStudyFork>, @CallerParam() { person }: Caller) {
    return this.forks.of(params.id, person.account_id);
  }
}
