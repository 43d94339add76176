import { randomUUID } from 'node:crypto';
import {
  notesRuntime,
  callApi,
  demoPerson,
  enrolByApi,
  type Person,
  recruit,
  type RecruitingStudy,
} from '../support/api';

/**
 * The accounts with which the pages are opened, and a study in which the participant takes part.
 */
export interface StartedStudy {
  readonly participant: Person;
  readonly researcher: Person;
  readonly administrator: Person;
  readonly study: RecruitingStudy;
  readonly participation: string;
}

export const longTitlePattern = /^Donaudampf/;

export async function makeStartedStudy(): Promise<StartedStudy> {
  const [participant, researcher, administrator] = await Promise.all([
    demoPerson('participant'),
    demoPerson('researcher'),
    demoPerson('administrator'),
  ]);
  const study = await recruit(
    researcher,
    `Donaudampfschifffahrtsgesellschaftskapitänswitwen: very long words ${randomUUID().slice(0, 4)}`,
    30,
    'catalogue',
    notesRuntime,
    // With the usual privacy level, the list of the session's participations stays empty until tomorrow.
    { privacy_level: 'roster_on_start' },
  );
  const { _id: participation } = await enrolByApi(participant, study);
  await callApi('PUT', `/api/participations/${participation}/`, {
    token: participant.token,
    body: { action: 'start' },
  });
  return { participant, researcher, administrator, study, participation };
}
