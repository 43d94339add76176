import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  changeAssignment,
  createAssignment,
  createCourseAssignment,
  listAssignments,
  listCourseAssignments,
  removeAssignment,
} from '../../../contracts/teaching/assignments';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { AssignmentsRead } from './assignments.read';
import { ChangeAssignment } from './change-assignment.command';
import { CreateAssignment } from './create-assignment.command';
import { RemoveAssignment } from './remove-assignment.command';

@Controller()
export class AssignmentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly assignments: AssignmentsRead,
  ) {}

  @Handles(listAssignments)
  list(
    { params, query }: EndpointInput<typeof listAssignments>,
    @CallerParam() { person }: Caller,
  ) {
    return this.assignments.ofClassroom(params.id, person.account_id, query);
  }

  @Handles(createAssignment)
  async create(
    { params, body }: EndpointInput<typeof createAssignment>,
    @CallerParam() caller: Caller,
  ) {
    const id = await this.commands.execute(
      new CreateAssignment({ classroom: params.id }, body, caller),
    );
    return this.assignments.inClassroom(id, params.id, caller.person.account_id);
  }

  @Handles(listCourseAssignments)
  listOfCourse({ params, query }: EndpointInput<typeof listCourseAssignments>) {
    return this.assignments.ofCourse(params.id, query);
  }

  @Handles(createCourseAssignment)
  async createInCourse(
    { params, body }: EndpointInput<typeof createCourseAssignment>,
    @CallerParam() caller: Caller,
  ) {
    const id = await this.commands.execute(
      new CreateAssignment({ course: params.id }, body, caller),
    );
    return this.assignments.inCourse(id, params.id);
  }

  @Handles(changeAssignment)
  async change(
    { params, body }: EndpointInput<typeof changeAssignment>,
    @CallerParam() caller: Caller,
  ) {
    const place = await this.commands.execute(new ChangeAssignment(params.id, body, caller));
    return place.classroomId === null
      ? this.assignments.inCourse(params.id, place.course.id)
      : this.assignments.inClassroom(params.id, place.classroomId, caller.person.account_id);
  }

  @Handles(removeAssignment)
  async remove({ params }: EndpointInput<typeof removeAssignment>, @CallerParam() caller: Caller) {
    await this.commands.execute(new RemoveAssignment(params.id, caller));
    return replyWithStatus(204);
  }
}
