import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { copyStudy } from '../../contracts/studies/own-studies';
import { changeStudy, createStudy, listStudies, readStudy } from '../../contracts/studies/studies';
import { CallerParam, VisitorParam, type Caller, type Visitor } from '../access/caller';
import { DomainError } from '../platform/errors/errors';
import { validatedJson, Handles, replyWithStatus } from '../platform/http/handles';
import { IdempotencyKeyParam } from '../platform/http/idempotency-key';
import { ChangeStudy } from '../studies/change-study.command';
import { CopyStudy } from '../studies/copy-study.command';
import { CreateStudy } from '../studies/create-study.command';
import { StudyGate } from '../studies/people/study-gate';
import { CatalogueRead } from './catalogue.read';
import { OwnStudiesRead } from './own-studies.read';
import { StudyPageRead } from './study-page.read';

@Controller()
export class StudiesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly catalogue: CatalogueRead,
    private readonly own: OwnStudiesRead,
    private readonly pages: StudyPageRead,
    private readonly gate: StudyGate,
  ) {}

  @Handles(listStudies)
  async list({ query }: EndpointInput<typeof listStudies>, @VisitorParam() { person }: Visitor) {
    if (query.scope === undefined)
      return validatedJson<typeof listStudies>(await this.catalogue.page(query));
    if (!person) throw new DomainError('unauthenticated');
    return this.own.list(person.account_id, query);
  }

  @Handles(createStudy)
  async create({ body }: EndpointInput<typeof createStudy>, @CallerParam() caller: Caller) {
    const id = await this.commands.execute(new CreateStudy(caller.person, body, caller.request_id));
    return this.pages.forPerson(id, caller.person);
  }

  @Handles(readStudy)
  read({ params, query }: EndpointInput<typeof readStudy>, @VisitorParam() { person }: Visitor) {
    return this.pages.forPerson(params.id, person, query);
  }

  @Handles(changeStudy)
  async change(
    { params, body }: EndpointInput<typeof changeStudy>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.gate.must('edit', params.id, person.account_id);
    await this.commands.execute(new ChangeStudy(params.id, person, body, request_id));
    return this.pages.forPerson(params.id, person);
  }

  @Handles(copyStudy)
  async copy(
    { params, query }: EndpointInput<typeof copyStudy>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: string | null,
  ) {
    // A template may also be copied by accounts without a role in it.
    if (!query.template) await this.gate.must('read', params.id, caller.person.account_id);
    const { id, made } = await this.commands.execute(
      new CopyStudy(params.id, caller, key, {
        asTemplate: query.template === true,
        classroomId: query.classroom ?? null,
      }),
    );
    const study = await this.pages.forPerson(id, caller.person);
    return made ? replyWithStatus(201, study) : replyWithStatus(200, study);
  }
}
