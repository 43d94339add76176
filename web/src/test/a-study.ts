import type { OwnStudy, Study } from '../../../contracts/studies';

/** A study of one's own that was never launched. */
export const aStudy = (more: Partial<Study> = {}): Study => ({
  _id: '0193a1b2-0000-7000-8000-000000000010',
  title: 'Attention and memory',
  description: 'What do you remember?',
  duration_minutes: 20,
  reward: null,
  privacy_level: 'anonymous',
  too_few_people: false,
  kept_demographics: [],
  additional_notes: null,
  requirements: [],
  eligibility: [],
  follows: [],
  runtime: null,
  maximum_minutes: 120,
  allow_repeats: false,
  state: 'draft',
  recruiting: false,
  spots_available: 0,
  researcher: {
    _id: '0193a1b2-0000-7000-8000-000000000011',
    first_name: 'Robin',
    last_name: 'Researcher',
    organization: null,
  },
  own: true,
  launched_version: null,
  version: 1,
  consent: null,
  enrolment: {
    button: 'not_recruiting_yet',
    reasons: [],
    session_id: null,
    participation_id: null,
  },
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  ...more,
});

/** The same in the researcher's own list. */
export const inOwnList = (study: Study): OwnStudy => ({
  _id: study._id,
  title: study.title,
  duration_minutes: study.duration_minutes,
  reward: study.reward,
  privacy_level: study.privacy_level,
  state: study.state,
  recruiting: study.recruiting,
  has_consent: study.consent !== null,
  sessions: 0,
  participants: 0,
  created_at: study.created_at,
  updated_at: study.updated_at,
});
