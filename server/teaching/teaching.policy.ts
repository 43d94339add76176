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
  {
    name: 'pool.read',
    means:
      'The staff of a classroom, and students who read the data of a study in a pool, read it; to other members it is not there.',
    decidedBy: 'thing',
  },
  {
    name: 'fork.read',
    means:
      'The people of a study, and the staff of its classroom, read what it changed against its template.' +
      ' Others are refused where they may read the study, and else do not find it.',
    decidedBy: 'thing',
  },
  {
    name: 'class_review.read',
    means:
      'Who builds a study of a class and the staff of its classroom read and discuss its review; others do not find it.',
    decidedBy: 'thing',
  },
  {
    name: 'class_review.decide',
    means:
      'Instructors decide about a study that others build for their class; its other readers are refused, and others do not find it.',
    decidedBy: 'thing',
  },
];
