import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import {
  listTemplates,
  readStudyFork,
  readTemplateSharing,
  shareTemplate,
} from '../../../contracts/teaching/templates';
import { TheCaller, type Caller } from '../../access/caller';
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
  async list({ params }: Input<typeof listTemplates>, @TheCaller() { person }: Caller) {
    return { items: await this.templates.ofClassroom(params.id, person.account_id) };
  }

  @Handles(readTemplateSharing)
  async readSharing(
    { params }: Input<typeof readTemplateSharing>,
    @TheCaller() { person }: Caller,
  ) {
    await this.gate.must('edit', params.id, person.account_id);
    return this.templates.sharingOf(params.id);
  }

  @Handles(shareTemplate)
  async share({ params, body }: Input<typeof shareTemplate>, @TheCaller() caller: Caller) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.commands.execute(new ShareTemplate(params.id, body, caller));
    return this.templates.sharingOf(params.id);
  }

  @Handles(readStudyFork)
  readFork({ params }: Input<typeof readStudyFork>, @TheCaller() { person }: Caller) {
    return this.forks.of(params.id, person.account_id);
  }
}
