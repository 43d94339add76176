import { Module, type OnModuleInit } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { LaunchReviews } from '../enrolment/launch/launch-reviews';
import { WithheldNames } from '../enrolment/rosters/withheld-names';
import { RateLimit } from '../platform/security/rate-limit';
import { PooledStudies } from '../research-data/pools/pooled-studies';
import { ResearchDataModule } from '../research-data/research-data.module';
import { StudiesModule } from '../studies/studies.module';
import { StudyTemplateRegistry } from '../studies/template-keeper';
import { AssignmentsRead } from './assignments/assignments.read';
import { ChangeAssignmentHandler } from './assignments/change-assignment.command';
import { CreateAssignmentHandler } from './assignments/create-assignment.command';
import { RemoveAssignmentHandler } from './assignments/remove-assignment.command';
import { AddReviewCommentHandler } from './class-reviews/add-review-comment.command';
import { ApprovedLaunches } from './class-reviews/approved-launches';
import { ClassReviewRead } from './class-reviews/class-review.read';
import { ClassStudiesRead } from './class-reviews/class-studies.read';
import { DecideReviewHandler } from './class-reviews/decide-review.command';
import { PreviewForReviewHandler } from './class-reviews/preview-for-review.command';
import { RemoveReviewCommentHandler } from './class-reviews/remove-review-comment.command';
import { SubmitForReviewHandler } from './class-reviews/submit-for-review.command';
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
import { OwnCreditSources } from './credits/own-sources';
import { EraseClassroom } from './end-of-term/erase-classroom';
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
import { ForkRead } from './templates/fork.read';
import { ShareTemplateHandler } from './templates/share-template.command';
import { TemplateCopies } from './templates/template-copies';
import { TemplatesRead } from './templates/templates.read';
import { ClassPools } from './pools/class-pools';
import { PoolsRead } from './pools/pools.read';
import { OwnStudentNames } from './withheld-names/own-student-names';

const reads = [
  AssignmentsRead,
  ClassReviewRead,
  ClassroomsRead,
  ClassroomWatchersRead,
  ClassStudiesRead,
  CoursesRead,
  ForkRead,
  GradebookRead,
  InvitationsRead,
  JoinPreviewRead,
  MembersRead,
  OwnCreditsRead,
  PoolsRead,
  SubmissionsRead,
  TemplatesRead,
];
const handlers = [
  AddReviewCommentHandler,
  ChangeAssignmentHandler,
  ChangeClassroomHandler,
  ChangeCourseHandler,
  ChangeMemberHandler,
  CreateAssignmentHandler,
  CreateClassroomHandler,
  CreateCourseHandler,
  DecideReviewHandler,
  DecideSubmissionHandler,
  InviteMembersHandler,
  JoinClassroomHandler,
  MoveCreditHandler,
  PreviewForReviewHandler,
  RemoveAssignmentHandler,
  RemoveJoinCodeHandler,
  RemoveMemberHandler,
  RemoveReviewCommentHandler,
  RenewJoinCodeHandler,
  RepeatCourseHandler,
  ShareTemplateHandler,
  SubmitAssignmentHandler,
  SubmitForReviewHandler,
  WithdrawMemberInvitationHandler,
];

/**
 * Courses, classrooms, credits, and studies that students build for their class (docs/domain.md,
 * 8); also the rule that rosters withhold students' names from their instructors.
 */
@Module({
  imports: [CqrsModule, EnrolmentModule, ResearchDataModule, StudiesModule],
  providers: [
    ...reads,
    ...handlers,
    EraseClassroom,
    ClassPools,
    ApprovedLaunches,
    GrantCredits,
    JoinAttempts,
    OwnCreditSources,
    OwnStudentNames,
    RateLimit,
    TemplateCopies,
  ],
  exports: [...reads, EraseClassroom, GrantCredits],
})
export class TeachingModule implements OnModuleInit {
  constructor(
    private readonly names: WithheldNames,
    private readonly students: OwnStudentNames,
    private readonly templates: StudyTemplateRegistry,
    private readonly copies: TemplateCopies,
    private readonly pooled: PooledStudies,
    private readonly pools: ClassPools,
    private readonly launches: LaunchReviews,
    private readonly approved: ApprovedLaunches,
  ) {}

  onModuleInit(): void {
    this.names.keptBy(this.students);
    this.templates.keptBy(this.copies);
    this.pooled.keptBy(this.pools);
    this.launches.reviewedBy(this.approved);
  }
}
