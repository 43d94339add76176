import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import {
  changeCourse,
  createCourse,
  listCourses,
  listOfferedCourses,
  readCourse,
  repeatCourse,
} from '../../../contracts/teaching/courses';
import { TheCaller, type Caller } from '../../access/caller';
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
  list({ query }: Input<typeof listCourses>) {
    return this.courses.page(query);
  }

  @Handles(createCourse)
  async create({ body }: Input<typeof createCourse>, @TheCaller() caller: Caller) {
    return this.courses.one(await this.commands.execute(new CreateCourse(body, caller)));
  }

  @Handles(listOfferedCourses)
  offered({ query }: Input<typeof listOfferedCourses>) {
    return this.courses.offered(query);
  }

  @Handles(readCourse)
  read({ params }: Input<typeof readCourse>) {
    return this.courses.one(params.id);
  }

  @Handles(changeCourse)
  async change({ params, body }: Input<typeof changeCourse>, @TheCaller() caller: Caller) {
    await this.commands.execute(new ChangeCourse(params.id, body, caller));
    return this.courses.one(params.id);
  }

  @Handles(repeatCourse)
  async repeat({ params, body }: Input<typeof repeatCourse>, @TheCaller() caller: Caller) {
    return this.courses.one(await this.commands.execute(new RepeatCourse(params.id, body, caller)));
  }
}
