import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  changeClassroom,
  createClassroom,
  listClassrooms,
  readClassroom,
} from '../../../contracts/teaching/classrooms';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { ChangeClassroom } from './change-classroom.command';
import { ClassroomsRead } from './classrooms.read';
import { CreateClassroom } from './create-classroom.command';

@Controller()
export class ClassroomsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly classrooms: ClassroomsRead,
  ) {}

  @Handles(listClassrooms)
  list({ query }: EndpointInput<typeof listClassrooms>, @CallerParam() { person }: Caller) {
    return this.classrooms.page(query, person.account_id);
  }

  @Handles(createClassroom)
  async create({ body }: EndpointInput<typeof createClassroom>, @CallerParam() caller: Caller) {
    const id = await this.commands.execute(new CreateClassroom(body, caller));
    return this.classrooms.one(id, caller.person.account_id);
  }

  @Handles(readClassroom)
  read({ params }: EndpointInput<typeof readClassroom>, @CallerParam() { person }: Caller) {
    return this.classrooms.one(params.id, person.account_id);
  }

  @Handles(changeClassroom)
  async change(
    { params, body }: EndpointInput<typeof changeClassroom>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new ChangeClassroom(params.id, body, caller));
    return this.classrooms.one(params.id, caller.person.account_id);
  }
}
