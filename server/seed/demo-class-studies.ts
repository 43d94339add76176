import type { z } from 'zod';
import type { NewStudy } from '../../contracts/studies/studies';
import type { AnalysisScript } from '../../contracts/teaching/templates';

/** The consent form for studies of students in the demo's course. */
export const demoCourseConsent = `## What this is about

Students of this course build short studies, and their class takes part. An instructor has read this study before it recruits.

## What happens with your answers

They are stored under a pseudonym. The students who built the study read them without your name, once your day is over.
Instructors are not shown in which studies you take part.

## Your rights

Taking part is voluntary. You can stop at any time, without giving a reason, and nothing follows for your course.

## Questions

Write a message on this site.
`;

/** The study that the demo's instructor shares with the class as a template. */
export const demoStudyTemplate: z.output<typeof NewStudy> = {
  title: 'Which way does the arrow point?',
  description:
    'Arrows point left or right, among others that may point elsewhere. You press a key, as fast as you can.',
  duration_minutes: 5,
  privacy_level: 'anonymous',
  offers_credit: true,
  additional_notes: 'You need a keyboard.',
};

export const demoAnalysisScript: z.output<typeof AnalysisScript> = {
  name: 'flanker.R',
  text: `# Mean reaction times by condition, one line a participant.
data <- read.csv("data.csv")
correct <- subset(data, correct & part != "practice")
aggregate(rt ~ run_participant + congruent, correct, mean)
`,
};

/**
 * The studies that the first two groups of the class built from the template. The second one waits
 * for its review.
 */
export const demoStudentStudies = [
  { title: 'Do arrows distract when you are tired?', comment: null },
  {
    title: 'Arrows before and after coffee',
    comment: 'Please say how long before the study people should have had their coffee.',
  },
] as const;

export const demoBuildStudyAssignment = {
  kind: 'build_study',
  title: 'Build a study of your own',
  instructions:
    'Start from the template, change one thing, and say in the description what you expect. Submit it for review; once it ' +
    'is approved, your class takes part.',
} as const;
