import type {
  ExternalDataCheck,
  ExternalDataFile,
} from '../../../contracts/research-data/external-data';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy, RecruitingOptions } from '../../support/people/recruiting';
import {
  externalStudyRequestsOf,
  type ExternalParticipant,
} from '../external-returns/external-study';

export interface RefusalBody {
  code: string;
  fields?: { path: string; code: string }[];
}

/** Makes the requests of researchers about the data that an external study collected. */
export const externalDataRequestsOf = (run: RunningApp) => {
  const outside = externalStudyRequestsOf(run);
  const at = (study: string) => `/api/studies/${study}/outside-data/`;
  const add = async (
    study: string,
    who: TestPerson,
    csv: string | Buffer,
    query: Record<string, string> = {},
    contentType = 'text/csv',
  ) => {
    const answer = await run
      .http()
      .post(at(study))
      .query(query)
      .set(who.headers)
      .attach('file', Buffer.from(csv), { filename: 'answers.csv', contentType });
    return {
      status: answer.status,
      body: answer.body as ExternalDataFile & ExternalDataCheck & RefusalBody,
    };
  };
  const check = async (
    study: string,
    who: TestPerson,
    csv: string | Buffer,
    query: Record<string, string> = {},
  ) => (await add(study, who, csv, { ...query, dry_run: 'true' })).body as ExternalDataCheck;
  const list = async (study: string, who: TestPerson) =>
    (await outside.ask<{ items: ExternalDataFile[] }>('GET', at(study), who)).body.items;
  const remove = async (study: string, who: TestPerson, id: string) =>
    (
      await run
        .http()
        .delete(`${at(study)}${id}/`)
        .set(who.headers)
    ).status;
  const recruit = (options: RecruitingOptions = {}) =>
    outside.recruitOutside({ privacy_level: 'roster_on_start', capacity: 20, ...options });
  /** Makes a participant who took part, and completed the study by its code. */
  const tookPart = async (r: RecruitingStudy): Promise<ExternalParticipant> => {
    const t = await outside.start(r);
    const { codes } = await outside.proofs(r);
    const typed = await outside.type(t.id, t.person, codes.completed);
    if (typed.status !== 200) throw new Error(JSON.stringify(typed.body));
    return t;
  };
  const withdraw = async (t: ExternalParticipant) => {
    const { status } = await outside.asking.transition(t.id, t.person, 'withdraw-data');
    if (status !== 200) throw new Error(`withdraw-data: ${status}`);
  };
  return { add, check, list, remove, recruit, tookPart, withdraw, start: outside.start };
};

export const csvOf = (headings: string, rows: readonly (readonly (string | number)[])[]) =>
  [headings, ...rows.map((row) => row.join(','))].join('\n');
