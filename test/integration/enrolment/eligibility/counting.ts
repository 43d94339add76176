import { type RunningApp } from '../../../support/app/app';
import { makePeople, type PersonOptions, type TestPerson } from '../../../support/people/people';
import { type RecruitingStudy } from '../../../support/people/recruiting';
import { bodyOf } from '../../../support/app/body-of';

/**
 * Makes participants with demographics and completed studies, and requests the count that a
 * researcher gets.
 */
export const eligibleCountRequestsOf = (running: RunningApp, researcher: TestPerson) => {
  const ask = (query = '', who = researcher) =>
    running.http().get(`/api/participants/${query}`).set(who.headers);
  const tell = async (query = '') =>
    (await ask(query).expect(200)).body as { count: number | null; suppressed: boolean };
  const describeAll = (
    people: readonly TestPerson[],
    date_of_birth: string | null,
    education_level: string | null,
  ) =>
    running.source.query(
      `INSERT INTO identity.demographics (account_id, date_of_birth, education_level) SELECT unnest($1::uuid[]), $2, $3`,
      [people.map((p) => p._id), date_of_birth, education_level],
    );
  const make = async (
    count: number,
    date_of_birth: string | null = null,
    education_level: string | null = null,
    options: PersonOptions = {},
  ) => {
    const people = await makePeople(running.source, count, options);
    await describeAll(people, date_of_birth, education_level);
    return people;
  };
  const complete = async (
    study: RecruitingStudy,
    person: TestPerson,
    until: readonly string[] = ['start', 'complete'],
  ) => {
    const body = await bodyOf<{ _id: string }>(
      running
        .http()
        .post(`/api/sessions/${study.session_id}/participations/`)
        .set(person.headers)
        .send({ consent: study.consent })
        .expect(201),
    );
    for (const action of until)
      await running
        .http()
        .put(`/api/participations/${body._id}/`)
        .set(person.headers)
        .send({ action })
        .expect(200);
  };
  const born = (yearsAgo: number, days = 0) => {
    const day = running.clock.now();
    day.setUTCFullYear(day.getUTCFullYear() - yearsAgo);
    return new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  };

  return { ask, tell, make, complete, born };
};
