/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import { createHash } from 'node:crypto';
import type { AgreementReceipt } from '../../../../contracts/enrolment/agreement-receipts';
import type { Consent } from '../../../../contracts/studies/consents';
import type { Comprehension } from '../../../../contracts/studies/comprehension';
import { exactConsentText } from '../../../../contracts/base/exact-text';
import { SealAgreements } from '../../../../server/enrolment/agreements/seal-agreements';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { sharedApp } from '../../../support/app/shared-app';
import { makeSession, makeStudy } from '../../studies/fixtures';
import { injectedRequestsOf } from '../direct-requests';

let run: RunningApp;
let ask: ReturnType<typeof injectedRequestsOf>['ask'];
beforeAll(async () => {
  run = await sharedApp();
  ({ ask } = injectedRequestsOf(run));
});
afterAll(() => run.close());

const english = [
  {
    text: 'May you stop?',
    choices: ['No', 'Yes, at any time', 'Once'],
    right: 1,
    explanation: 'You may stop at any time, without a reason.',
  },
  { text: 'Who sees your name?', choices: ['Nobody', 'All'], right: 0, explanation: 'It is kept.' },
];
const german = [
  {
    text: 'Dürfen Sie aufhören?',
    choices: ['Nein', 'Ja, jederzeit', 'Einmal'],
    explanation: 'Sie dürfen jederzeit aufhören.',
  },
  { text: 'Wer sieht Ihren Namen?', choices: ['Niemand', 'Alle'], explanation: 'Er bleibt hier.' },
];
const form = (tries = 0) => ({
  title: 'Consent',
  body_markdown: 'I agree to take part.',
  locale: 'en',
  comprehension: { tries, questions: english },
  translations: [
    {
      locale: 'de',
      title: 'Einwilligung',
      body_markdown: 'Ich nehme teil.',
      questions: german,
    },
  ],
});

interface Opened {
  owner: TestPerson;
  study: string;
  session: string;
  consent: Consent;
}
const publish = (owner: TestPerson, study: string, body: object) =>
  ask<Consent & { fields?: { path: string }[] }>(
    'PUT',
    `/api/studies/${study}/consent/`,
    owner,
    body,
  );
const opened = async (tries = 0, capacity = 5): Promise<Opened> => {
  const owner = await makeResearcher(run.source);
  const study = await makeStudy(run, owner);
  const { body: consent } = await publish(owner, study, form(tries));
  const session = await makeSession(run, study, consent, { capacity });
  return { owner, study, session, consent };
};
const answer = async (o: Opened, who: TestPerson, answers: number[], sha256 = o.consent.sha256) => {
  const { status, body } = await ask<Comprehension & { code: string }>(
    'POST',
    `/api/sessions/${o.session}/comprehension/`,
    who,
    { consent: { _id: o.consent._id, sha256 }, answers },
  );
  return { status, code: body.code, body };
};
const enrol = (o: Opened, who: TestPerson, sha256 = o.consent.sha256) =>
  ask('POST', `/api/sessions/${o.session}/participations/`, who, {
    consent: { _id: o.consent._id, sha256 },
  });
const receipt = async (id: string, who: TestPerson) =>
  (await ask<AgreementReceipt>('GET', `/api/participations/${id}/receipt/`, who)).body;
const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

describe('The comprehension questions of a consent form', () => {
  it('show their right answers to the owner, not to the people who must answer them', async () => {
    const o = await opened();
    const path = `/api/studies/${o.study}/consent/?session=${o.session}`;
    for (const reader of [undefined, await makePerson(run.source)]) {
      const { status, body } = await ask<Consent>('GET', path, reader);
      expect(status).toBe(200);
      expect(body.comprehension?.questions[0]).toEqual({
        text: 'May you stop?',
        choices: ['No', 'Yes, at any time', 'Once'],
        right: null,
        explanation: null,
      });
      expect(body.translations[0]?.questions[1]).toMatchObject({ right: null, explanation: null });
      expect(JSON.stringify(body)).not.toContain('without a reason');
    }
    const own = (await ask<Consent>('GET', path, o.owner)).body;
    expect(own.comprehension?.questions.map((q) => q.right)).toEqual([1, 0]);
  });

  it('must be passed before enrolment, and a wrong answer is answered with its explanation', async () => {
    const o = await opened();
    const person = await makePerson(run.source);
    expect(await enrol(o, person)).toMatchObject({
      status: 409,
      body: { code: 'questions_not_passed' },
    });
    expect((await answer(o, person, [1, 1])).body).toEqual({
      passed: false,
      tries_left: null,
      wrong: [{ question: 1, explanation: 'It is kept.' }],
    });
    expect((await enrol(o, person)).body.code).toBe('questions_not_passed');
    expect((await answer(o, person, [1])).body.passed).toBe(false);
    expect((await answer(o, person, [1, 0])).body).toMatchObject({ passed: true, wrong: [] });
    // A passed test stays passed, whatever answers arrive later.
    expect((await answer(o, person, [0, 0])).body).toMatchObject({ passed: true });
    expect((await enrol(o, person)).status).toBe(201);
  });

  it('allow only the number of tries of the version, also when answers arrive concurrently', async () => {
    const o = await opened(3);
    const person = await makePerson(run.source);
    const wrong = await Promise.all(Array.from({ length: 8 }, () => answer(o, person, [0, 0])));
    expect(wrong.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(
      wrong.filter(({ status, code }) => status === 409 && code === 'no_tries_left'),
    ).toHaveLength(5);
    expect(await answer(o, person, [1, 0])).toMatchObject({ status: 409, code: 'no_tries_left' });
    const state = await ask('GET', `/api/sessions/${o.session}/comprehension/`, person);
    expect(state.body).toMatchObject({ passed: false, tries_left: 0 });
    expect((await enrol(o, person)).body.code).toBe('questions_not_passed');
    // Each person has separate tries.
    expect((await answer(o, await makePerson(run.source), [1, 0])).body.passed).toBe(true);
  });

  it('accept answers only for the text of the consent version with which the session was launched', async () => {
    const o = await opened();
    const person = await makePerson(run.source);
    expect((await answer(o, person, [1, 0], '0'.repeat(64))).code).toBe('consent_changed');
    const { body: newer } = await publish(o.owner, o.study, form(1));
    expect((await answer({ ...o, consent: newer }, person, [1, 0], newer.sha256)).code).toBe(
      'consent_changed',
    );
  });

  it('store neither a moment nor an account with the tries', async () => {
    const o = await opened();
    const person = await makePerson(run.source);
    await answer(o, person, [0, 0]);
    const rows: object[] = await run.source.query(
      `SELECT * FROM research.comprehension WHERE consent_id = $1`,
      [o.consent._id],
    );
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      ['consent_id', 'id', 'kept_until', 'passed', 'pseudonym', 'tries'].sort(),
    );
    expect(JSON.stringify(rows)).not.toContain(person._id);
  });
});

describe('A consent agreement', () => {
  it('covers one language: the record has its hash and tag, and the receipt is verified without the other languages', async () => {
    const o = await opened();
    const other = o.consent.translations[0];
    const person = await makePerson(run.source);
    const de = other?.sha256 ?? '';
    expect(de).not.toBe(o.consent.sha256);
    expect((await answer(o, person, [0, 0], de)).body.wrong).toEqual([
      { question: 0, explanation: 'Sie dürfen jederzeit aufhören.' },
    ]);
    await answer(o, person, [1, 0], de);
    const id = (await enrol(o, person, de)).body._id;
    const seals = run.app.get(SealAgreements, { strict: false });
    while ((await seals.run()) > 0);
    const told = await receipt(id, person);
    expect(told).toMatchObject({
      locale: 'de',
      questions_passed: 2,
      consent: { title: 'Einwilligung', body_markdown: 'Ich nehme teil.', sha256: de },
    });
    expect(told.consent.translations).toEqual([]);
    expect(sha256(told.exact_text ?? '')).toBe(de);
    expect(told.exact_text).toContain('Dürfen Sie aufhören?');
    const covered = JSON.parse(told.record?.text ?? '[]') as unknown[];
    expect(covered.slice(6)).toEqual(['de', de, 'web', told.agreed_at, 2]);
    expect(sha256(Buffer.from(told.record?.previous ?? '', 'hex'), told.record?.text ?? '')).toBe(
      told.record?.seal,
    );
    expect(await seals.firstBroken(o.study)).toBeNull();
    expect(await seals.onOtherTexts(o.study)).toBe(0);
    expect(await seals.changedTexts(o.study)).toBe(0);
  });

  it('breaks the seal if its number of passed questions, or a question of the form, is changed after sealing', async () => {
    const o = await opened();
    const person = await makePerson(run.source);
    await answer(o, person, [1, 0]);
    await enrol(o, person);
    const seals = run.app.get(SealAgreements, { strict: false });
    while ((await seals.run()) > 0);
    for (const passed of [null, 1]) {
      await run.source.query(
        'UPDATE research.agreement SET questions_passed = $2 WHERE study_id = $1',
        [o.study, passed],
      );
      expect(await seals.firstBroken(o.study)).toBe(1n);
    }
    await run.source.query(
      'UPDATE research.agreement SET questions_passed = 2 WHERE study_id = $1',
      [o.study],
    );
    expect(await seals.firstBroken(o.study)).toBeNull();
    await run.source.query(
      `UPDATE research.consent SET comprehension = jsonb_set(comprehension, '{questions,0,right}', '0')
       WHERE study_id = $1`,
      [o.study],
    );
    expect(await seals.changedTexts(o.study)).toBe(1);
  });

  it('keeps the consent version of the session when a newer version was published before the enrolment', async () => {
    const o = await opened();
    const person = await makePerson(run.source);
    await answer(o, person, [1, 0]);
    const { body: newer } = await publish(o.owner, o.study, { ...form(), title: 'Newer' });
    expect(newer.version).toBe(2);
    const id = (await enrol(o, person)).body._id;
    expect((await receipt(id, person)).consent).toMatchObject({ version: 1, title: 'Consent' });
    const late = await makePerson(run.source);
    await answer(o, late, [1, 0]);
    expect((await enrol({ ...o, consent: newer }, late)).body.code).toBe('consent_changed');
  });

  it('has the text of its own language when two people agree concurrently in different languages', async () => {
    const o = await opened();
    const people = [await makePerson(run.source), await makePerson(run.source)];
    const texts = [o.consent.sha256, o.consent.translations[0]?.sha256 ?? ''];
    await Promise.all(people.map((one, i) => answer(o, one, [1, 0], texts[i])));
    const seats = await Promise.all(people.map((one, i) => enrol(o, one, texts[i])));
    const told = await Promise.all(people.map((one, i) => receipt(seats[i]?.body._id ?? '', one)));
    expect(told.map(({ locale, consent }) => [locale, consent.sha256])).toEqual([
      ['en', texts[0]],
      ['de', texts[1]],
    ]);
  });
});

describe('A consent version', () => {
  it('has the hash of its Markdown alone if the language has no questions', () => {
    expect(exactConsentText('I agree.')).toBe('I agree.');
    expect(exactConsentText('I agree.', english)).not.toBe('I agree.');
  });

  it('is refused if its languages have different questions, or if a language occurs twice', async () => {
    const owner = await makeResearcher(run.source);
    const study = await makeStudy(run, owner);
    const [first] = form().translations;
    const bad: [object, string][] = [
      [{ ...form(), locale: undefined }, 'locale'],
      [{ ...form(), locale: 'de' }, 'translations.0.locale'],
      [{ ...form(), locale: 'not a tag' }, 'locale'],
      [{ ...form(), translations: [{ ...first, questions: [] }] }, 'translations.0.questions'],
      [
        { ...form(), comprehension: { tries: 0, questions: [{ ...english[0], right: 3 }] } },
        'comprehension.questions.0.right',
      ],
    ];
    for (const [body, path] of bad) {
      const { status, body: refused } = await publish(owner, study, body);
      expect(status).toBe(400);
      expect(refused.fields?.map((one) => one.path)).toContain(path);
    }
  });
});
