import * as assignments from '../../contracts/teaching/assignments';
import * as classStudies from '../../contracts/teaching/class-studies';
import * as classrooms from '../../contracts/teaching/classrooms';
import * as courses from '../../contracts/teaching/courses';
import * as credits from '../../contracts/teaching/credits';
import { teachingErrors } from '../../contracts/teaching/errors';
import * as joining from '../../contracts/teaching/joining';
import * as templates from '../../contracts/teaching/templates';
import { defineContext, endpointsOf } from '../platform/context/context';
import { declareErrors } from '../platform/i18n/error-texts';
import { reviewMails } from './class-reviews/review.mails';
import { GrantCreditsJob } from './credits/grant-credits.job';
import { endOfTermMails } from './end-of-term/class-erasure.mail';
import { EraseClassroomsJob } from './end-of-term/erase-classrooms.job';
import { AnnounceErasureJob } from './end-of-term/announce-erasure.job';
import { PassOnGroupStudiesJob } from './groups/settle-groups.job';
import { teachingErasure } from './teaching.erasure';
import { teachingMails } from './members/member-invitation.mail';
import { submissionMails } from './submissions/submission-decided.mail';
import { teachingEvents } from './teaching.events';
import { teachingExports } from './teaching.exports';
import { TeachingModule } from './teaching.module';
import { teachingPolicies } from './teaching.policy';
import { teachingRateLimits } from './teaching.rate-limits';
import { teachingTables } from './teaching.tables';
import { teachingTexts } from './teaching-texts';

const keyPurposes = ['student', 'classroom-invitation', 'credit'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const teaching = defineContext({
  name: 'teaching',
  about:
    'Courses, classrooms and their members, assignments, credits; studies of classes, their review and their templates.',
  texts: [teachingTexts],
  errors: declareErrors(teachingErrors, (code, values) =>
    teachingTexts.sentence(`error.${code}`, values),
  ),
  modules: [TeachingModule],
  controllers: async () => [
    (await import('./assignments/assignments.controller.js')).AssignmentsController,
    (await import('./submissions/submissions.controller.js')).SubmissionsController,
    (await import('./courses/courses.controller.js')).CoursesController,
    (await import('./classrooms/classrooms.controller.js')).ClassroomsController,
    (await import('./class-reviews/class-reviews.controller.js')).ClassReviewsController,
    (await import('./joining/joining.controller.js')).JoiningController,
    (await import('./members/members.controller.js')).MembersController,
    (await import('./credits/credits.controller.js')).CreditsController,
    (await import('./gradebook/gradebook.controller.js')).GradebookController,
    (await import('./templates/templates.controller.js')).TemplatesController,
    (await import('./pools/pools.controller.js')).PoolsController,
  ],
  endpoints: [
    ...endpointsOf(courses),
    ...endpointsOf(classrooms),
    ...endpointsOf(joining),
    ...endpointsOf(assignments),
    ...endpointsOf(classStudies),
    ...endpointsOf(credits),
    ...endpointsOf(templates),
  ],
  operations: [assignments.submissionPdf, credits.gradebookFile],
  events: teachingEvents,
  mails: [teachingMails, submissionMails, reviewMails, endOfTermMails],
  limits: Object.values(teachingRateLimits),
  exportFiles: teachingExports,
  policies: teachingPolicies,
  tables: teachingTables,
  views: {
    'identity.class_role':
      'who has, or had, which role in a classroom that is not archived; also under commonlab_link',
    'identity.class_member':
      'who has which role in a classroom now, and whether the classroom lets that member build studies; also under commonlab_link',
    'identity.class_builder': 'who builds in a classroom, or has a role in a class study',
  },
  jobs: [GrantCreditsJob, PassOnGroupStudiesJob, AnnounceErasureJob, EraseClassroomsJob],
  keyPurposes,
  erasure: teachingErasure,
});
