import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  changeCourse,
  createCourse,
  listCourses,
  listOfferedCourses,
  readCourse,
  repeatCourse,
} from '../../../contracts/teaching/courses';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { ChangeCourse } from './change-course.command';
import { CoursesRead } from './courses.read';
import { CreateCourse } from './create-course.command';
import { RepeatCourse } from './repeat-course.command';

@Controller()
export class CoursesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly courses: CoursesRead,
  ) {}

  @Handles(listCourses)
  list({ query }: EndpointInput<typeof listCourses>) {
    return this.courses.page(query);
  }

  @Handles(createCourse)
  async create({ body }: EndpointInput<typeof createCourse>, @CallerParam() caller: Caller) {
    return this.courses.one(await this.commands.execute(new CreateCourse(body, caller)));
  }

  @Handles(listOfferedCourses)
  offered({ query }: EndpointInput<typeof listOfferedCourses>) {
    return this.courses.offered(query);
  }

  @Handles(readCourse)
  read({ params }: EndpointInput<typeof readCourse>) {
    return this.courses.one(params.id);
  }

  @Handles(changeCourse)
  async change(
    { params, body }: EndpointInput<typeof changeCourse>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new ChangeCourse(params.id, body, caller));
    return this.courses.one(params.id);
  }

  @Handles(repeatCourse)
  async repeat(
    { params, body }: EndpointInput<typeof repeatCourse>,
    @CallerParam() caller: Caller,
  ) {
    return this.courses.one(await this.commands.execute(new RepeatCourse(params.id, body, caller)));
  }
}
