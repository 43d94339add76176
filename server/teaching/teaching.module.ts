import { Module, type OnModuleInit } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { WithheldNames } from '../enrolment/rosters/withheld-names';
import { RateLimit } from '../platform/security/rate-limit';
import { StudiesModule } from '../studies/studies.module';
import { AssignmentsRead } from './assignments/assignments.read';
import { ChangeAssignmentHandler } from './assignments/change-assignment.command';
import { CreateAssignmentHandler } from './assignments/create-assignment.command';
import { RemoveAssignmentHandler } from './assignments/remove-assignment.command';
import { ChangeClassroomHandler } from './classrooms/change-classroom.command';
import { ClassroomsRead } from './classrooms/classrooms.read';
import { CreateClassroomHandler } from './classrooms/create-classroom.command';
import { ChangeCourseHandler } from './courses/change-course.command';
import { CoursesRead } from './courses/courses.read';
import { CreateCourseHandler } from './courses/create-course.command';
import { RepeatCourseHandler } from './courses/repeat-course.command';
import { GrantCredits } from './credits/grant-credits';
import { MoveCreditHandler } from './credits/move-credit.command';
import { OwnCreditsRead } from './credits/own-credits.read';
import { OwnSources } from './credits/own-sources';
import { GradebookRead } from './gradebook/gradebook.read';
import { JoinAttempts } from './joining/join-attempts';
import { JoinClassroomHandler } from './joining/join-classroom.command';
import { JoinPreviewRead } from './joining/join-preview.read';
import { RemoveJoinCodeHandler } from './joining/remove-join-code.command';
import { RenewJoinCodeHandler } from './joining/renew-join-code.command';
import { ClassroomWatchersRead } from './live/classroom-watchers.read';
import { ChangeMemberHandler } from './members/change-member.command';
import { InvitationsRead } from './members/invitations.read';
import { InviteMembersHandler } from './members/invite-members.command';
import { MembersRead } from './members/members.read';
import { RemoveMemberHandler } from './members/remove-member.command';
import { WithdrawMemberInvitationHandler } from './members/withdraw-invitation.command';
import { DecideSubmissionHandler } from './submissions/decide-submission.command';
import { SubmissionsRead } from './submissions/submissions.read';
import { SubmitAssignmentHandler } from './submissions/submit-assignment.command';
import { OwnStudents } from './withheld-names/own-students';

const reads = [
  AssignmentsRead,
  ClassroomsRead,
  ClassroomWatchersRead,
  CoursesRead,
  GradebookRead,
  InvitationsRead,
  JoinPreviewRead,
  MembersRead,
  OwnCreditsRead,
  SubmissionsRead,
];
const handlers = [
  ChangeAssignmentHandler,
  ChangeClassroomHandler,
  ChangeCourseHandler,
  ChangeMemberHandler,
  CreateAssignmentHandler,
  CreateClassroomHandler,
  CreateCourseHandler,
  DecideSubmissionHandler,
  InviteMembersHandler,
  JoinClassroomHandler,
  MoveCreditHandler,
  RemoveAssignmentHandler,
  RemoveJoinCodeHandler,
  RemoveMemberHandler,
  RenewJoinCodeHandler,
  RepeatCourseHandler,
  SubmitAssignmentHandler,
  WithdrawMemberInvitationHandler,
];

/** Courses, classrooms and credits (docs/domain.md, 8); names that rosters withhold from instructors. */
@Module({
  imports: [CqrsModule, EnrolmentModule, StudiesModule],
  providers: [
    ...reads,
    ...handlers,
    GrantCredits,
    JoinAttempts,
    OwnSources,
    OwnStudents,
    RateLimit,
  ],
  exports: [...reads, GrantCredits],
})
export class TeachingModule implements OnModuleInit {
  constructor(
    private readonly names: WithheldNames,
    private readonly students: OwnStudents,
  ) {}

  onModuleInit(): void {
    this.names.keptBy(this.students);
  }
}
