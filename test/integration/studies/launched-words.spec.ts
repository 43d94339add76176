import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { unique } from '../../support/chance/unique';
import type { Study, StudyCard } from '../../../contracts/studies/studies';
import { enrolmentMails } from '../../../server/enrolment/mails/participation.mail';
import { agreementRowsSql } from '../../../server/enrolment/own-data.sql';
import { pseudonymsInStudy } from '../../../server/enrolment/links/pseudonyms';
import { Secrets } from '../../../server/platform/security/secrets';
import { writeParticipationMail } from '../enrolment/written-mail';
import { makeConsent, makeStudy } from './fixtures';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const call = async <T = { _id: string }>(
  method: 'get' | 'post' | 'put',
  path: string,
  who?: TestPerson,
  body?: object,
) => {
  const answer = await run
    .http()
    [method](path)
    .set(who?.headers ?? {})
    .send(body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body as T;
};
const page = (study: string, who?: TestPerson, query = '') =>
  call<Study>('get', `/api/studies/${study}/${query}`, who);
const found = async (query: string) =>
  (await call<{ items: StudyCard[] }>('get', `/api/studies/?${query}`)).items;

const requirementsOfFirst: Study['requirements'] = ['no_safari', 'tablet', 'camera'];
/** Makes texts and settings of a study that differ by the word and the minutes. */
const words = (word: string, minutes: number) => ({
  title: `The ${word} study`,
  description: `It is about ${word}.`,
  duration_minutes: minutes,
  maximum_minutes: 10 * minutes,
  additional_notes: `Bring your ${word}.`,
  requirements: minutes === 20 ? requirementsOfFirst : [],
  runtime: { kind: 'external' as const, url: `https://${word}.example.org/` },
  reward: { amount: minutes * 10, currency: 'EUR' },
  payment_terms: {
    how: `in ${word}`,
    within_days: minutes,
    pay: { withdrawn: { kind: 'part', percent: minutes }, screened_out: { kind: 'none' } },
  },
});
/** Leaves only the fields that people outside of the study's team can read. */
const readBy = ({ runtime: _, ...read }: ReturnType<typeof words>) => read;

async function prepared() {
  const owner = await makeResearcher(run.source);
  const [before, after] = [`w${unique()}`.toLowerCase(), `v${unique()}`.toLowerCase()];
  const study = await makeStudy(run, owner, words(before, 20));
  const consent = await makeConsent(run, owner, study);
  const launch = async (details: object = {}) => {
    const { _id } = await call('post', `/api/studies/${study}/sessions/`, owner, {
      capacity: 5,
      ...details,
    });
    await call('put', `/api/sessions/${_id}/`, owner, { state: 'active' });
    return _id;
  };
  const enter = (session: string, who: TestPerson, agreed = consent) =>
    call('post', `/api/sessions/${session}/participations/`, who, {
      consent: { _id: agreed._id, sha256: agreed.sha256 },
    });
  const edit = () => call('put', `/api/studies/${study}/`, owner, words(after, 5));
  return { owner, study, consent, before, after, launch, enter, edit };
}

describe('A study that was edited after its launch', () => {
  it('shows the launched texts on card and page, and is found by those texts only', async () => {
    const { study, before, after, launch, edit } = await prepared();
    await launch();
    await edit();
    const launched = words(before, 20);
    expect(await page(study)).toMatchObject(readBy(launched));
    expect(await page(study, await makePerson(run.source))).toMatchObject({
      ...readBy(launched),
      runtime: null,
      launched_version: null,
    });
    const { title, description, duration_minutes, reward } = launched;
    expect(await found(`text=${before}`)).toMatchObject([
      { _id: study, title, description, duration_minutes, reward },
    ]);
    expect(await found(`text=${after}`)).toEqual([]);
    expect(await found(`text=${before}&max_minutes=19`)).toEqual([]);
  });

  it('sends its participants to the launched address, and shows and emails them the launched texts', async () => {
    const { study, before, launch, enter, edit } = await prepared();
    const session = await launch();
    const participant = await makePerson(run.source);
    const mine = await enter(session, participant);
    await edit();
    const { title, duration_minutes } = words(before, 20);
    expect(await page(study, participant)).toMatchObject(words(before, 20));
    const history = await call<{ items: object[] }>('get', '/api/participations/', participant);
    expect(history.items).toMatchObject([{ study_title: title, duration_minutes }]);
    const mail = await writeParticipationMail(
      run,
      enrolmentMails,
      'enrolled',
      'enrolment.participant-enrolled',
      { session_id: session, study_id: study },
      mine._id,
    );
    expect(mail?.content.text).toContain(title);
    const pseudonyms = pseudonymsInStudy(run.app.get(Secrets), study, participant._id);
    const exported: { row: object }[] = await run.source.query(agreementRowsSql, [
      pseudonyms.map(() => study),
      pseudonyms.map((one) => one.toString('hex')),
    ]);
    expect(exported).toMatchObject([{ row: { study_title: title } }]);
  });

  it('shows its researcher the edited study, and the fields that participants do not see yet', async () => {
    const { study, owner, after, launch, edit } = await prepared();
    expect((await page(study, owner)).launched_version).toBeNull();
    const session = await launch();
    const unchanged = (await page(study, owner)).launched_version;
    expect(unchanged).toMatchObject({ session_id: session, changed: [] });
    await edit();
    await makeConsent(run, owner, study, 'Another text.');
    const seen = await page(study, owner);
    expect(seen).toMatchObject(words(after, 5));
    expect(seen.launched_version).toEqual({
      ...unchanged,
      changed: [
        'title',
        'description',
        'duration_minutes',
        'additional_notes',
        'requirements',
        'runtime',
        'payment_terms',
        'reward',
        'consent',
      ],
    });
  });

  it('keeps the texts of its last session when no session recruits', async () => {
    const { study, owner, before, launch, edit } = await prepared();
    const session = await launch();
    await edit();
    await call('put', `/api/sessions/${session}/`, owner, { state: 'closed' });
    expect(await page(study)).toMatchObject(readBy(words(before, 20)));
    await launch({ opens_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await page(study)).toMatchObject(readBy(words(before, 20)));
  });

  it('shows the launched title before the session opens', async () => {
    const { study, before, launch, edit } = await prepared();
    await launch({ opens_at: new Date(Date.now() + 3_600_000).toISOString() });
    await edit();
    expect(await page(study)).toMatchObject({
      title: words(before, 20).title,
      description: null,
      additional_notes: null,
    });
  });
});

describe('A study with sessions of different texts', () => {
  it('shows participants the texts of their own session, and visitors those of the newest session', async () => {
    const { study, owner, before, after, launch, enter, edit } = await prepared();
    const first = await launch();
    const [early, late] = [await makePerson(run.source), await makePerson(run.source)];
    await enter(first, early);
    await edit();
    const changed = await makeConsent(run, owner, study, 'Another text.');
    const second = await launch();
    await enter(second, late, changed);
    expect(await page(study)).toMatchObject({
      ...readBy(words(after, 5)),
      consent: { _id: changed._id },
    });
    expect(await page(study, undefined, `?session=${first}`)).toMatchObject(
      readBy(words(before, 20)),
    );
    expect(await page(study, late)).toMatchObject(words(after, 5));
    // The button is about the participant's own session, whichever session the request names.
    for (const query of ['', `?session=${second}`])
      expect(await page(study, early, query)).toMatchObject({
        ...words(before, 20),
        enrolment: { button: 'enrolled', session_id: first },
      });
    expect(await found(`text=${after}`)).toMatchObject([{ _id: study, session_id: second }]);
    expect(await found(`text=${before}`)).toEqual([]);
  });

  it('shows a participant who left before the start the texts of the session they may enter', async () => {
    const { study, after, launch, enter, edit } = await prepared();
    const first = await launch();
    const person = await makePerson(run.source);
    const mine = await enter(first, person);
    await call('put', `/api/participations/${mine._id}/`, person, { action: 'withdraw' });
    await edit();
    const second = await launch();
    expect(await page(study, person)).toMatchObject({
      ...readBy(words(after, 5)),
      runtime: null,
      enrolment: { button: 'enroll_now', session_id: second },
    });
  });
});
