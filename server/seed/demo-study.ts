import type { z } from 'zod';
import type { NewConsent } from '../../contracts/studies/consents';
import type { NewStudy } from '../../contracts/studies/studies';

/** A study with written instructions. Participants state themselves that they have completed it. */
export const demoStudy: z.output<typeof NewStudy> = {
  title: 'How many faces can you remember?',
  description:
    'You look at a series of faces for a few seconds each. Afterwards you see some of them ' +
    'again, mixed with new ones, and say which ones you know. We want to learn how long a glance must be for a face to stay.',
  duration_minutes: 20,
  offers_credit: true,
  privacy_level: 'roster_on_completion',
  reward: { amount: 450, currency: 'EUR' },
  payment_terms: {
    how: 'bank transfer',
    within_days: 14,
    pay: {
      screened_out: { kind: 'part', percent: 25 },
      withdrawn: { kind: 'part', percent: 50 },
    },
  },
  additional_notes: 'Find a quiet place. A phone is fine; a larger screen is nicer.',
  runtime: { kind: 'notes', completes: 'participant' },
};

/**
 * A study on another website, which sends its participants back by itself.
 * @param url the address of the demo's own page that takes the place of this other website
 * (scripts/lib/demo/demo-study-site.mjs)
 */
export const demoExternalStudy = (url: string): z.output<typeof NewStudy> => ({
  title: 'Naps and everyday memory',
  description:
    'A short survey at another website about how often you nap and what you forget. It sends you back here when it is done.',
  duration_minutes: 5,
  privacy_level: 'anonymous',
  reward: { amount: 150, currency: 'EUR' },
  payment_terms: { how: 'gift code by email', within_days: 7 },
  runtime: { kind: 'external', url },
});

/** A study on site, for which participants book a slot. */
export const demoStudyOnSite: z.output<typeof NewStudy> = {
  title: 'Quick decisions in our laboratory',
  description:
    'You sit at a screen in our laboratory and decide as fast as you can where a dot moves. You choose the hour in which you come.',
  duration_minutes: 45,
  privacy_level: 'roster_on_start',
  reward: { amount: 1200, currency: 'EUR' },
  payment_terms: { how: 'cash at the visit', within_days: 0 },
  runtime: { kind: 'onsite', place: 'Room 12, Psychology building' },
};

export const demoConsentOnSite: z.output<typeof NewConsent> = {
  title: 'Consent to take part in the study on quick decisions',
  body_markdown: `## What this is about

You decide quickly where a dot moves, in our laboratory, for about **45 minutes**.

## What happens with your answers

They are stored under a pseudonym. The researcher sees your name once you have come.

## Your rights

Taking part is voluntary. You can stop at any time, without giving a reason.

## Questions

Write a message on this site, or to the researcher, Robin Researcher, Demo University.
`,
};

export const demoExternalConsent: z.output<typeof NewConsent> = {
  title: 'Consent to take part in the survey on naps',
  body_markdown: `## What this is about

You answer a short survey at another website, which knows you by a pseudonym alone. Nobody learns your name.

## Your rights

Taking part is voluntary. You can stop at any time, without giving a reason.

## Questions

Write to the researcher, Robin Researcher, Demo University.
`,
};

export const demoConsent: z.output<typeof NewConsent> = {
  title: 'Consent to take part in the face memory study',
  body_markdown: `## What this is about

We study how people remember faces. You will look at photographs and answer short questions about them. It takes about **20 minutes**.

## What happens with your answers

Your answers are stored under a pseudonym that is used in this study alone. \
Your name and email address are kept apart from them. \
The researcher learns your name and email address only when you **complete** the study, in order to pay you.

## Your rights

- Taking part is voluntary. You can stop at any time, without giving a reason.
- You can withdraw before, during and after the study.
- You receive **€4.50** when you complete it.

## Risks

There are no risks beyond those of looking at a screen for 20 minutes.

## Questions

Write to the researcher, Robin Researcher, Demo University.
`,
};
