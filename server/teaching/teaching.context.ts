import * as assignments from '../../contracts/teaching/assignments';
import * as classrooms from '../../contracts/teaching/classrooms';
import * as courses from '../../contracts/teaching/courses';
import * as credits from '../../contracts/teaching/credits';
import { teachingErrors } from '../../contracts/teaching/errors';
import { defineContext, endpointsOf } from '../platform/context/context';
import { declaredErrors } from '../platform/i18n/error-texts';
import { GrantCreditsJob } from './credits/grant-credits.job';
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
  about: 'Courses, classrooms and their members, assignments, credits.',
  texts: [teachingTexts],
  errors: declaredErrors(teachingErrors, (code, values) =>
    teachingTexts.sentence(`error.${code}`, values),
  ),
  modules: [TeachingModule],
  controllers: async () => [
    (await import('./assignments/assignments.controller.js')).AssignmentsController,
    (await import('./submissions/submissions.controller.js')).SubmissionsController,
    (await import('./courses/courses.controller.js')).CoursesController,
    (await import('./classrooms/classrooms.controller.js')).ClassroomsController,
    (await import('./joining/joining.controller.js')).JoiningController,
    (await import('./members/members.controller.js')).MembersController,
    (await import('./credits/credits.controller.js')).CreditsController,
    (await import('./gradebook/gradebook.controller.js')).GradebookController,
  ],
  endpoints: [
    ...endpointsOf(courses),
    ...endpointsOf(classrooms),
    ...endpointsOf(assignments),
    ...endpointsOf(credits),
  ],
  operations: [assignments.submissionPdf, credits.gradebookFile],
  events: teachingEvents,
  mails: [teachingMails, submissionMails],
  limits: Object.values(teachingRateLimits),
  exportFiles: teachingExports,
  policies: teachingPolicies,
  tables: teachingTables,
  views: {
    'identity.class_role':
      'who has, or had, which role in a classroom that is not archived; also under commonlab_link',
  },
  jobs: [GrantCreditsJob],
  keyPurposes,
  erasure: teachingErasure,
});
