import type { AccessPolicy } from '../access/access-policies';

export const teachingPolicies: readonly AccessPolicy[] = [
  {
    name: 'classroom.read',
    means:
      'Members read a classroom and leave it; its instructors remove members. To all others it is not there.',
    decidedBy: 'thing',
  },
  {
    name: 'credit.move',
    means: 'Students move their own credits; others do not find them.',
    decidedBy: 'thing',
  },
  {
    name: 'classroom.staff',
    means:
      'Instructors and assistants read who is in a classroom, and who is invited; students are refused.',
    decidedBy: 'thing',
  },
  {
    name: 'classroom.manage',
    means:
      'Instructors change a classroom, its join code, its members and invitations; assistants and students are refused.',
    decidedBy: 'thing',
  },
  {
    name: 'assignment.manage',
    means:
      'Instructors change an assignment of their classroom, administrators an alternative of a course; members who read it are refused.',
    decidedBy: 'thing',
  },
  {
    name: 'assignment.submit',
    means:
      'Students hand in what their classroom or its course asks for; its staff is refused, and others do not find it.',
    decidedBy: 'thing',
  },
  {
    name: 'submission.decide',
    means:
      'The staff of its classroom accepts a submission or sends it back; its student is refused, and others do not find it.',
    decidedBy: 'thing',
  },
  {
    name: 'submission.read',
    means: 'Its student and the staff of its classroom read a submission; others do not find it.',
    decidedBy: 'thing',
  },
];
