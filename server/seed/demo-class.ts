import type { z } from 'zod';
import type { NewAssignment } from '../../contracts/teaching/assignments';

/** The demo's course, which requires three credits; an hour gives one credit. */
export const demoCourse = {
  title: 'Introduction to Psychology',
  code: 'PSY-101',
  organization: 'Demo University',
  required_credits: 300,
  credits_per_hour: 100,
};

/** The classroom of the demo's course, which visitors of the demo join with the code. */
export const demoClassroom = {
  title: 'Introduction to Psychology, Monday group',
  join_code: 'PSCHDMKR',
};

export const demoAlternativeAssignment: z.output<typeof NewAssignment> = {
  kind: 'alternative',
  title: 'Read about the Stroop task',
  instructions:
    'Choose a paper on the Stroop task. Say in about 300 words what was asked, how it was measured, and what you would ' +
    'have done differently. This takes about half an hour, and is worth as much as a study of half an hour.',
  minutes: 30,
};

export const demoTakeStudyAssignment: z.output<typeof NewAssignment> = {
  kind: 'take_study',
  title: 'Take part in studies',
  instructions:
    'Take part in studies that offer credit. Nobody but you learns which ones you choose.',
};

/** The submissions of the first two students. */
export const demoSubmissions = [
  'I read MacLeod (1991). Naming the colour of a word takes longer when the word names another colour. The paper ' +
    'compares explanations of that: that reading is faster, or that it cannot be left out. I would have asked the ' +
    'same people to read and to name on two days.',
  'I read about a version of the task with pictures. People said what a picture shows while a word stood on it. I would ' +
    'have used fewer words that sound alike.',
] as const;
