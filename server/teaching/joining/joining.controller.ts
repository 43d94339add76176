import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { removeJoinCode, renewJoinCode } from '../../../contracts/teaching/classrooms';
import { joinClassroom, previewJoin } from '../../../contracts/teaching/joining';
import { CallerParam, VisitorParam, type Caller, type Visitor } from '../../access/caller';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { ClassroomsRead } from '../classrooms/classrooms.read';
import { JoinClassroom } from './join-classroom.command';
import { JoinPreviewRead } from './join-preview.read';
import { RemoveJoinCode } from './remove-join-code.command';
import { RenewJoinCode } from './renew-join-code.command';

@Controller()
export class JoiningController {
  constructor(
    private readonly commands: CommandBus,
    private readonly classrooms: ClassroomsRead,
    private readonly previews: JoinPreviewRead,
  ) {}

  @Handles(renewJoinCode)
  renew({ params, body }: EndpointInput<typeof renewJoinCode>, @CallerParam() caller: Caller) {
    return this.commands.execute(new RenewJoinCode(params.id, body, caller));
  }

  @Handles(removeJoinCode)
  async remove({ params }: EndpointInput<typeof removeJoinCode>, @CallerParam() caller: Caller) {
    await this.commands.execute(new RemoveJoinCode(params.id, caller));
    return replyWithStatus(204);
  }

  @Handles(previewJoin)
  preview(
    { body }: EndpointInput<typeof previewJoin>,
    @CallerParam() { person }: Caller,
    @VisitorParam() { ip }: Visitor,
  ) {
    return this.previews.of(body.code, person, ip);
  }

  @Handles(joinClassroom)
  async join(
    { body: { code, student_number } }: EndpointInput<typeof joinClassroom>,
    @CallerParam() caller: Caller,
    @VisitorParam() { ip }: Visitor,
  ) {
    const { classroom_id, isNew } = await this.commands.execute(
      new JoinClassroom(code, student_number || null, caller, ip),
    );
    const classroom = await this.classrooms.one(classroom_id, caller.person.account_id);
    return replyWithStatus(isNew ? 201 : 200, classroom);
  }
}
