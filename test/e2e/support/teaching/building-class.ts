import { createHash, randomBytes } from 'node:crypto';
import type { StudyVersion } from '../../../../contracts/study-files/study-files';
import type { ClassReview, ClassStudy } from '../../../../contracts/teaching/class-studies';
import { emptyTimeline, type Timeline } from '../../../../contracts/timeline/timeline';
import { callApi, newPerson, type Person } from '../api';
import { keyboardTrial } from '../builder-studies';
import { launchSession } from '../rehearse-and-launch';

/**
 * @returns a function that calls the API as this person
 * @param origin the origin of a server other than the product's own
 */
export const apiCallerOf =
  ({ token }: Person, origin?: string) =>
  <T = { _id: string }>(method: string, path: string, body?: object): Promise<T> =>
    callApi<T>(method, path, { token, ...(body && { body }), ...(origin && { origin }) });

/** Makes a timeline of the builder that shows each word until the participant presses f. */
export const wordTimelineOf = (...words: string[]): Timeline => ({
  ...emptyTimeline('Words', 'en'),
  nodes: words.map((word) =>
    keyboardTrial(word, { stimulus: `<p>${word}</p>`, choices: ['f'] }, { data: { word } }),
  ),
});

/** Publishes a timeline as the version that the study runs. */
export async function publishWordTimeline(
  who: Person,
  study: string,
  ...words: string[]
): Promise<void> {
  const call = apiCallerOf(who);
  const { _id } = await call<StudyVersion>('POST', `/api/studies/${study}/versions/`, {
    timeline: wordTimelineOf(...words),
  });
  await call('PUT', `/api/studies/${study}/`, {
    runtime: {
      kind: 'builder',
      version_id: _id,
      entry: 'index.html',
      resume: { mode: 'trial', hours: 24 },
      hosts: [],
      needs: [],
      expected_records: null,
      conditions: null,
    },
  });
}

/** Registers new people who join a classroom as students, all at once, with these last names. */
export const joinStudents = (code: string, lastNames: readonly string[]): Promise<Person[]> =>
  Promise.all(
    lastNames.map(async (last_name, i) => {
      const person = await newPerson({ first_name: 'Student', last_name });
      await apiCallerOf(person)('POST', '/api/memberships/', {
        code,
        student_number: `${4700 + i}`,
      });
      return person;
    }),
  );

/** Copies a template for the class. @returns the id of the copy */
export async function copyTemplate(
  who: Person,
  template: string,
  classroom: string,
): Promise<string> {
  const path = `/api/studies/${template}/copies/?template=true&classroom=${classroom}`;
  return (await apiCallerOf(who)('POST', path))._id;
}

export const reviewPathOf = (study: string) => `/api/studies/${study}/classroom-review/`;
export const submitToInstructor = (who: Person, study: string) =>
  apiCallerOf(who)<ClassReview>('POST', reviewPathOf(study), {});
/** Approves what was submitted. */
export async function approveStudy(instructor: Person, study: string): Promise<void> {
  const call = apiCallerOf(instructor);
  const { submitted } = await call<ClassReview>('GET', reviewPathOf(study));
  await call('PUT', reviewPathOf(study), { state: 'approved', digest: submitted?.digest });
}
/** Launches an approved study for its class. @returns the id of the session */
export async function launchClassStudy(who: Person, study: string): Promise<string> {
  const call = apiCallerOf(who);
  const { _id } = await call('POST', `/api/studies/${study}/sessions/`, { capacity: 20 });
  await launchSession(call, study, _id);
  return _id;
}
export const fetchClassStudies = async (who: Person, classroom: string): Promise<ClassStudy[]> =>
  (await apiCallerOf(who)<{ items: ClassStudy[] }>('GET', `/api/classrooms/${classroom}/studies/`))
    .items;

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
/** Takes part in a study of the class, and answers one word. */
export async function takePartInClassStudy(
  who: Person,
  study: string,
  session: string,
): Promise<void> {
  const call = apiCallerOf(who);
  const consent = await call<{ _id: string; sha256: string }>(
    'GET',
    `/api/studies/${study}/consent/`,
  );
  const { _id } = await call('POST', `/api/sessions/${session}/participations/`, {
    consent: { _id: consent._id, sha256: consent.sha256 },
  });
  const at = `/api/participations/${_id}/`;
  const writer = randomBytes(16).toString('hex');
  const environment = { device: 'desktop', browser: 'firefox', isolated: true };
  const run = await call('POST', `${at}runs/`, { writer, environment });
  const answer = '{"word":"red","rt":400}';
  const head = sha256(Buffer.alloc(32), sha256(answer)).toString('hex');
  const made = [
    ['trial', answer],
    ['finish', JSON.stringify({ count: 1, head })],
  ] as const;
  await call('POST', `${at}trials/`, {
    run_id: run._id,
    writer,
    trials: made.map(([kind, data], n) => ({
      seq: n + 1,
      kind,
      data,
      sha256: sha256(data).toString('hex'),
    })),
  });
  await call('PUT', at, { action: 'complete' });
}
