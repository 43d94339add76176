import type { CommandBus } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { ChangeSession } from '../enrolment/change-session/change-session.command';
import { CreateSession } from '../enrolment/change-session/create-session.command';
import { days, addMilliseconds, type Clock } from '../platform/concurrency/clock';
import type { UnitOfWork } from '../platform/db/unit-of-work';
import { ChangeStudy } from '../studies/change-study.command';
import { CopyStudy } from '../studies/copy-study.command';
import { CreateStudy } from '../studies/create-study.command';
import { PublishTimeline } from '../study-files/builder/publish-timeline.command';
import { StartFromTemplate } from '../study-files/builder/start-from-template.command';
import type { TimelinesRead } from '../study-files/builder/timelines.read';
import { AddReviewComment } from '../teaching/class-reviews/add-review-comment.command';
import type { AssignmentsRead } from '../teaching/assignments/assignments.read';
import { CreateAssignment } from '../teaching/assignments/create-assignment.command';
import type { ClassReviewRead } from '../teaching/class-reviews/class-review.read';
import { DecideReview } from '../teaching/class-reviews/decide-review.command';
import { SubmitForReview } from '../teaching/class-reviews/submit-for-review.command';
import { ShareTemplate } from '../teaching/templates/share-template.command';
import {
  demoBuildStudyAssignment,
  demoStudentStudies,
  demoAnalysisScript,
  demoStudyTemplate,
} from './demo-class-studies';
import { findDemoStudy } from './existing-demo-study';

interface Demo {
  commands: CommandBus;
  work: UnitOfWork;
  clock: Clock;
  timelines: TimelinesRead;
  reviews: ClassReviewRead;
  assignments: AssignmentsRead;
  classroomId: string;
  instructor: Caller;
  /** Two students who each build a study; the study of the first one recruits in the class. */
  builders: readonly [Caller, Caller];
}

/**
 * Creates a template for the class, and the studies that two students made from it. Each step is
 * one transaction. If a start of the server was interrupted, the next start adds only what is
 * missing.
 */
export async function seedClassStudies(demo: Demo): Promise<void> {
  const templateId = await templateOf(demo);
  await assign(demo, templateId);
  const [recruiting, waiting] = demo.builders;
  const first = await copyOf(demo, templateId, recruiting, demoStudentStudies[0].title);
  await recruit(demo, first, recruiting);
  const second = await copyOf(demo, templateId, waiting, demoStudentStudies[1].title);
  if ((await demo.reviews.of(second, demo.instructor)).comments.length > 0) return;
  const { comment: text } = demoStudentStudies[1];
  const comment = { part: 'description', text } as const;
  await demo.commands.execute(new AddReviewComment(second, comment, demo.instructor));
}

/**
 * Creates the instructor's study in the timeline builder, and shares it with the class.
 * @returns the id of the template
 */
async function templateOf({
  commands,
  work,
  timelines,
  classroomId,
  instructor,
}: Demo): Promise<string> {
  const { person, request_id } = instructor;
  const found = await findDemoStudy(work, person.account_id, demoStudyTemplate.title);
  const id =
    found?.studyId ??
    (await commands.execute(new CreateStudy(person, demoStudyTemplate, request_id)));
  if (!found?.isSet) await build(commands, timelines, id, instructor);
  const shares = [{ classroom_id: classroomId, pooled: true }];
  await commands.execute(new ShareTemplate(id, { script: demoAnalysisScript, shares }, instructor));
  return id;
}

async function assign(
  { commands, assignments, classroomId, instructor }: Demo,
  study_id: string,
): Promise<void> {
  const { items } = await assignments.ofClassroom(classroomId, instructor.person.account_id, {});
  if (items.some(({ kind }) => kind === 'build_study')) return;
  const task = { ...demoBuildStudyAssignment, study_id };
  await commands.execute(new CreateAssignment({ classroom: classroomId }, task, instructor));
}

/** Makes the study a flanker task. Publishing the same timeline again gives the same version. */
async function build(
  commands: CommandBus,
  timelines: TimelinesRead,
  studyId: string,
  by: Caller,
): Promise<void> {
  const begun = await timelines.draft(studyId, 'en');
  if (!begun.timeline) {
    const asked = { version: begun.version, template: 'flanker', language: 'en' } as const;
    await commands.execute(new StartFromTemplate(studyId, asked, by));
  }
  const { timeline } = await timelines.draft(studyId, 'en');
  if (!timeline) throw new Error('the demo has no timeline');
  const version = await commands.execute(new PublishTimeline(studyId, timeline, by));
  const runtime = {
    kind: 'builder',
    version_id: version.id,
    entry: 'index.html',
    resume: { mode: 'trial', hours: 48 },
    hosts: [],
    needs: [],
    expected_records: null,
    conditions: null,
  } as const;
  const change = { version: 1, runtime: { ...runtime, hosts: [], needs: [] } };
  await commands.execute(new ChangeStudy(studyId, by.person, change, by.request_id));
}

/**
 * Creates a student's copy of the template, and submits it for review.
 * @returns the id of the copy
 */
async function copyOf(
  { commands, reviews, classroomId }: Demo,
  templateId: string,
  builder: Caller,
  title: string,
): Promise<string> {
  const how = { asTemplate: true, classroomId };
  const { id } = await commands.execute(new CopyStudy(templateId, builder, 'demo', how));
  const { study, state } = await reviews.of(id, builder);
  if (state !== 'none') return id;
  if (study.title !== title)
    await commands.execute(new ChangeStudy(id, builder.person, { title }, builder.request_id));
  await commands.execute(new SubmitForReview(id, null, builder));
  return id;
}

/** Approves the study, and launches it for the class. */
async function recruit(demo: Demo, studyId: string, builder: Caller): Promise<void> {
  const { commands, reviews, work, clock, instructor } = demo;
  const { state, submitted } = await reviews.of(studyId, instructor);
  if (state === 'submitted' && submitted)
    await commands.execute(
      new DecideReview(studyId, { state: 'approved', digest: submitted.digest }, instructor),
    );
  const found = await findDemoStudy(work, builder.person.account_id, demoStudentStudies[0].title);
  if (found?.isLaunched) return;
  const closes_at = addMilliseconds(clock.now(), days(60)).toISOString();
  const sessionId =
    found?.sessionId ??
    (await commands.execute(new CreateSession(studyId, { capacity: 20, closes_at }, builder)))._id;
  await commands.execute(new ChangeSession(sessionId, { state: 'active' }, builder));
}
