/**
 * @engines one: other files test how the queues pass live messages, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import type { RunningApp } from '../../../support/app/launch-app';
import {
  makePeople,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../../support/people/people';
import { sharedApp } from '../../../support/app/shared-app';
import { eventually } from '../../../support/chance/wait';
import { openTestSocket } from '../../../support/app/watcher';
import { injectedRequestsOf } from '../direct-requests';
import { notesRuntime } from '../../../support/people/recruiting';

interface Private {
  study: string;
  session: string;
  key: string;
  consent: { _id: string; sha256: string };
  researcher: TestPerson;
}

let run: RunningApp;
let asking: ReturnType<typeof injectedRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  asking = injectedRequestsOf(run);
});
afterAll(() => run.close());

const body = async <T>(answer: Promise<{ body: unknown }>) => (await answer).body as T;

/** Makes a study with one launched session by private link. */
async function privately(): Promise<Private> {
  const researcher = await makeResearcher(run.source);
  const ask = <T>(method: 'POST' | 'PUT', url: string, payload: object) =>
    body<T>(asking.ask(method, url, researcher, payload));
  const study = await ask<{ _id: string }>('POST', '/api/studies/', {
    title: 'By private link',
    description: 'For people with the link',
    duration_minutes: 10,
    privacy_level: 'anonymous',
    runtime: notesRuntime,
  });
  const consent = await ask<Private['consent']>('PUT', `/api/studies/${study._id}/consent/`, {
    title: 'Consent',
    body_markdown: 'I agree.',
  });
  const session = await ask<{ _id: string; link_key: string }>(
    'POST',
    `/api/studies/${study._id}/sessions/`,
    { capacity: 5, audience: 'link' },
  );
  await ask('PUT', `/api/sessions/${session._id}/`, { state: 'active' });
  return { study: study._id, session: session._id, key: session.link_key, consent, researcher };
}

const query = (of: Record<string, string>) => new URLSearchParams(of).toString();
const enrol = (p: Private, who: TestPerson, link?: string) =>
  asking.ask('POST', `/api/sessions/${p.session}/participations/`, who, {
    consent: { _id: p.consent._id, sha256: p.consent.sha256 },
    ...(link !== undefined && { link }),
  });

describe('A session by private link', () => {
  it('has a key that cannot be guessed, and that the public page does not contain', async () => {
    const [one, other] = [await privately(), await privately()];
    expect(one.key).toMatch(/^[\w-]{22}$/);
    expect(other.key).not.toBe(one.key);
    const page = await asking.ask(
      'GET',
      `/api/studies/${one.study}/?${query({ link: one.key })}`,
      await makePerson(run.source),
    );
    expect(JSON.stringify(page.body)).not.toContain(one.key);
  });

  it('cannot be found without its key: neither study nor consent nor seats', async () => {
    const p = await privately();
    const other = await privately();
    const person = await makePerson(run.source);
    const wrong: Record<string, string>[] = [{}, { link: other.key }, { link: 'x'.repeat(22) }];
    for (const link of wrong)
      for (const who of [undefined, person, other.researcher])
        for (const url of [
          `/api/studies/${p.study}/?${query({ session: p.session, ...link })}`,
          `/api/studies/${p.study}/consent/?${query({ session: p.session, ...link })}`,
        ])
          expect((await asking.ask('GET', url, who)).status).toBe(404);
    for (const link of [undefined, other.key])
      expect((await enrol(p, person, link)).body).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('lets a person with the key read, agree and enrol, who afterwards needs no key', async () => {
    const p = await privately();
    const person = await makePerson(run.source);
    const at = query({ link: p.key });
    const page = await body<{ enrolment: { button: string; session_id: string } }>(
      asking.ask('GET', `/api/studies/${p.study}/?${at}`, person),
    );
    expect(page.enrolment).toMatchObject({ button: 'enroll_now', session_id: p.session });
    const consent = `/api/studies/${p.study}/consent/?${at}&${query({ session: p.session })}`;
    expect((await asking.ask('GET', consent, person)).status).toBe(200);
    const mine = await enrol(p, person, p.key);
    expect(mine.status).toBe(201);
    for (const url of [
      `/api/studies/${p.study}/`,
      `/api/studies/${p.study}/consent/?${query({ session: p.session })}`,
    ])
      expect((await asking.ask('GET', url, person)).status).toBe(200);
    await asking.transition(mine.body._id, person, 'withdraw');
    expect((await enrol(p, person)).body).toMatchObject({ _id: mine.body._id, state: 'enrolled' });
  });

  it('invalidates its link when a new one is made, which only the people of the study can do', async () => {
    const p = await privately();
    const [first, second] = await makePeople(run.source, 2);
    if (!first || !second) throw new Error('two people');
    await enrol(p, first, p.key);
    const renew = (who: TestPerson) =>
      asking.ask('PUT', `/api/sessions/${p.session}/`, who, { renew_link: true });
    expect((await renew((await privately()).researcher)).status).toBe(404);
    const { link_key } = await body<{ link_key: string }>(renew(p.researcher));
    expect(link_key).toMatch(/^[\w-]{22}$/);
    expect(link_key).not.toBe(p.key);
    expect((await enrol(p, second, p.key)).status).toBe(404);
    expect((await enrol(p, second, link_key)).status).toBe(201);
    expect((await enrol(p, first)).status).toBe(200);
  });

  it('sends nothing more to watchers of a former link, however they ask', async () => {
    const p = await privately();
    const [guest, late, dashboard] = await Promise.all([
      openTestSocket(run.url),
      openTestSocket(run.url),
      openTestSocket(run.url, p.researcher.token),
    ]);
    const [person] = await makePeople(run.source, 1);
    if (!person) throw new Error('one person');
    await dashboard.watch('dashboard');
    expect(await guest.watch(`link:${p.key}`)).toMatchObject({ snapshot: [{ capacity: 5 }] });
    const { link_key } = await body<{ link_key: string }>(
      asking.ask('PUT', `/api/sessions/${p.session}/`, p.researcher, { renew_link: true }),
    );
    expect((await enrol(p, person, link_key)).status).toBe(201);
    await eventually(
      () => dashboard.seen.at(-1)?.counts?.enrolled,
      (n) => n === 1,
    );
    for (const one of [guest, late])
      expect(await one.watch(`link:${p.key}`)).toMatchObject({ ok: true, snapshot: [] });
    expect(guest.seen).toEqual([]);
    expect(await late.watch(`link:${link_key}`)).toMatchObject({
      snapshot: [{ spots_available: 4 }],
    });
    for (const one of [guest, late, dashboard]) one.close();
  });

  it('is absent from the public list, from counts of free seats, and from the live updates of the study’s page', async () => {
    const p = await privately();
    const stranger = await openTestSocket(run.url);
    const guest = await openTestSocket(run.url);
    expect(await stranger.watch(`study:${p.study}`)).toMatchObject({ ok: true, snapshot: [] });
    expect(await stranger.watch(`link:${'x'.repeat(22)}`)).toMatchObject({
      ok: true,
      snapshot: [],
    });
    expect(await guest.watch(`link:${p.key}`)).toMatchObject({
      ok: true,
      snapshot: [{ session_id: p.session, capacity: 5 }],
    });
    for (const one of [stranger, guest]) one.close();
  });

  it('is the only audience besides the catalogue: panels and classrooms are refused', async () => {
    const p = await privately();
    for (const [audience, refusal] of [
      ['panel', { fields: [{ path: 'audience', code: 'not_one_of' }] }],
      ['classroom', { code: 'sandbox_only' }],
    ] as const) {
      const answer = await asking.ask('POST', `/api/studies/${p.study}/sessions/`, p.researcher, {
        capacity: 5,
        audience,
      });
      expect(answer.body).toMatchObject(refusal);
    }
    const open = await body<{ _id: string; link_key: null }>(
      asking.ask('POST', `/api/studies/${p.study}/sessions/`, p.researcher, { capacity: 5 }),
    );
    expect(open.link_key).toBeNull();
    const renewed = await asking.ask('PUT', `/api/sessions/${open._id}/`, p.researcher, {
      renew_link: true,
    });
    expect(renewed.body).toMatchObject({ code: 'no_private_link' });
  });
});
