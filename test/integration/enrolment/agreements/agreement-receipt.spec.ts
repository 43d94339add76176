/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import { createHash } from 'node:crypto';
import type { AgreementReceipt } from '../../../../contracts/enrolment/agreement-receipts';
import { SealAgreements } from '../../../../server/enrolment/agreements/seal-agreements';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';
import { injectedRequestsOf } from '../direct-requests';

let run: RunningApp;
let asking: ReturnType<typeof injectedRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  asking = injectedRequestsOf(run);
});
afterAll(() => run.close());

const receiptOf = async (participation: string, who: TestPerson) => {
  const url = `/api/participations/${participation}/receipt/`;
  const { status, body } = await asking.ask<AgreementReceipt>('GET', url, who);
  return { status, body };
};
const seal = async () => {
  const seals = run.app.get(SealAgreements, { strict: false });
  while ((await seals.run()) > 0);
};
const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

describe('The receipt of a consent agreement', () => {
  it('names study, consent form, moment and researcher, and exists before the agreement is sealed', async () => {
    const r = await recruit(run, { title: 'Colours' });
    const person = await makePerson(run.source);
    const before = run.clock.now().getTime();
    const id = (await asking.enrol(r, person)).body._id;
    await asking.ask('PUT', `/api/studies/${r.study_id}/`, r.researcher, { title: 'Later' });
    const { body } = await receiptOf(id, person);
    expect(body).toMatchObject({
      participation_id: id,
      study: { _id: r.study_id, title: 'Colours' },
      researcher: { _id: r.researcher._id, email: r.researcher.email },
      consent: {
        _id: r.consent._id,
        version: 1,
        title: 'Consent',
        body_markdown: 'I agree to take part.',
        withdrawn: null,
      },
    });
    expect(Date.parse(body.agreed_at)).toBeGreaterThanOrEqual(before);
  });

  it('can be verified without the product: the form by its hash, the record by its seal and the previous seal', async () => {
    const r = await recruit(run, { capacity: 3 });
    const people = await makePeople(run.source, 3);
    const ids: string[] = [];
    for (const person of people) ids.push((await asking.enrol(r, person)).body._id);
    await seal();
    const receipts = await Promise.all(
      people.map(async (person, i) => (await receiptOf(ids[i] ?? '', person)).body),
    );
    let before = '0'.repeat(64);
    const inOrder = [...receipts].sort(
      (a, b) => (a.record?.sequence ?? 0) - (b.record?.sequence ?? 0),
    );
    for (const { consent, record, agreed_at } of inOrder) {
      expect(sha256(consent.body_markdown ?? '')).toBe(consent.sha256);
      expect(record?.previous).toBe(before);
      expect(sha256(Buffer.from(before, 'hex'), record?.text ?? '')).toBe(record?.seal);
      const covered = JSON.parse(record?.text ?? '[]') as unknown[];
      expect(covered).toEqual(expect.arrayContaining([r.study_id, consent.sha256, agreed_at]));
      before = record?.seal ?? '';
    }
    expect(inOrder).toHaveLength(3);
  });

  it('belongs to the newest agreement when a participant withdraws and enrols a second time', async () => {
    const r = await recruit(run, { capacity: 3 });
    const person = await makePerson(run.source);
    const id = (await asking.enrol(r, person)).body._id;
    const first = (await receiptOf(id, person)).body.agreed_at;
    await asking.transition(id, person, 'withdraw');
    run.clock.advance(60_000);
    expect((await asking.enrol(r, person)).body._id).toBe(id);
    expect((await receiptOf(id, person)).body.agreed_at > first).toBe(true);
  });

  it('says when the consent form was withdrawn, and why', async () => {
    const r = await recruit(run);
    const person = await makePerson(run.source);
    const id = (await asking.enrol(r, person)).body._id;
    await asking.ask('PUT', `/api/studies/${r.study_id}/consent/${r.consent._id}/`, r.researcher, {
      state: 'invalid',
      reason: 'It was wrong.',
    });
    expect((await receiptOf(id, person)).body.consent.withdrawn).toMatchObject({
      reason: 'It was wrong.',
    });
  });

  it('is available to the participant only: the researcher and other people get 404', async () => {
    const r = await recruit(run);
    const person = await makePerson(run.source);
    const id = (await asking.enrol(r, person)).body._id;
    for (const other of [r.researcher, await makePerson(run.source)])
      expect((await receiptOf(id, other)).status).toBe(404);
  });
});
