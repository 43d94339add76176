import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../contracts/endpoint';
import {
  archiveStudy,
  changeStudy,
  createStudy,
  listStudies,
  readStudy,
} from '../../contracts/studies';
import { TheCaller, TheVisitor, type Caller, type Visitor } from '../access/caller';
import { DomainError } from '../platform/http/errors';
import { checkedJson, Handles } from '../platform/http/handles';
import { ArchiveStudy } from './archive-study.command';
import { CatalogueRead } from '../catalogue/catalogue.read';
import { ChangeStudy } from './change-study.command';
import { CreateStudy } from './create-study.command';
import { OwnStudiesRead } from './own-studies.read';
import { StudyRead } from './study.read';

@Controller()
export class StudiesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly catalogue: CatalogueRead,
    private readonly own: OwnStudiesRead,
    private readonly studies: StudyRead,
  ) {}

  @Handles(listStudies)
  async list({ query }: Input<typeof listStudies>, @TheVisitor() { person }: Visitor) {
    if (query.scope === undefined)
      return checkedJson<typeof listStudies>(await this.catalogue.page(query));
    if (!person) throw new DomainError('unauthenticated');
    return this.own.list(person.account_id, query);
  }

  @Handles(createStudy)
  async create({ body }: Input<typeof createStudy>, @TheCaller() caller: Caller) {
    const id = await this.commands.execute(
      new CreateStudy(caller.person.account_id, body, caller.request_id),
    );
    return this.studies.forPerson(id, caller.person);
  }

  @Handles(readStudy)
  read({ params, query }: Input<typeof readStudy>, @TheVisitor() { person }: Visitor) {
    return this.studies.forPerson(params.id, person, query.session);
  }

  @Handles(changeStudy)
  async change(
    { params, body }: Input<typeof changeStudy>,
    @TheCaller() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new ChangeStudy(params.id, person, body, request_id));
    return this.studies.forPerson(params.id, person);
  }

  @Handles(archiveStudy)
  async archive(
    { params }: Input<typeof archiveStudy>,
    @TheCaller() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new ArchiveStudy(params.id, person, request_id));
    return undefined;
  }
}
