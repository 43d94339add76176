import { startApp, type RunningApp } from '../../support/app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people';
import { recruit } from '../../support/recruiting';
import { eventually } from '../../support/wait';
import { watcher } from '../../support/watcher';
import { startTestWorkers } from '../../support/workers';
import { peopleOf } from './people-of';
import { bodyOf } from '../../support/body-of';

let run: RunningApp;
let administrator: TestPerson;
beforeAll(async () => {
  run = await startApp();
  administrator = await makeAdministrator(run.source, {
    first_name: 'Barbara',
    last_name: 'Liskov',
  });
});
afterAll(() => run.close());

const nobody = '018f0000-0000-7000-8000-000000000001';
const change = (id: string, body: object, who = administrator) =>
  run.http().put(`/api/users/${id}/`).set(who.headers).send(body);
const erase = (id: string, who = administrator, body: object = { reason: 'Asked by mail' }) =>
  run.http().delete(`/api/users/${id}/`).set(who.headers).send(body);
const profile = (who: TestPerson) => run.http().get('/api/users/profile/').set(who.headers);
const find = async (query: string, who = administrator) =>
  (
    await bodyOf<{ items: unknown }>(
      run.http().get(`/api/users/?${query}`).set(who.headers).expect(200),
    )
  ).items as Record<string, unknown>[];
const auditOf = (
  id: string,
): Promise<{ action: string; actor_id: string | null; details: Record<string, unknown> }[]> =>
  run.source.query(
    `SELECT action, actor_id, details FROM platform.audit WHERE subject_id = $1 ORDER BY at, id`,
    [id],
  );

describe('The role of an administrator', () => {
  it('is given and taken with a reason; what is so already leaves no record', async () => {
    const person = await makePerson(run.source);
    expect(
      (
        await change(person._id, { role: 'ADMINISTRATOR', reason: 'Takes over from Grace' }).expect(
          200,
        )
      ).body,
    ).toMatchObject({ _id: person._id, role: 'ADMINISTRATOR' });
    await run.http().get('/api/reviews/').set(person.headers).expect(200);
    await change(person._id.toUpperCase(), { role: 'ADMINISTRATOR', reason: 'Once more' }).expect(
      200,
    );
    expect(
      (await change(person._id, { role: null, reason: 'Left us' }).expect(200)).body,
    ).toMatchObject({ role: null });
    const records = await auditOf(person._id);
    expect(records.map((r) => [r.action, r.actor_id])).toEqual([
      ['role-given', administrator._id],
      ['role-taken', administrator._id],
    ]);
    const notes: unknown = await run.source.query(
      'SELECT id, reason FROM identity.account_note WHERE account_id = $1 ORDER BY id',
      [person._id],
    );
    expect(notes).toEqual([
      { id: records[0]?.details.note, reason: 'Takes over from Grace' },
      { id: records[1]?.details.note, reason: 'Left us' },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/Grace|Left us/);
  });

  it('ends every sign-in of whoever loses it', async () => {
    const person = await makeAdministrator(run.source);
    await change(person._id, { role: null, reason: 'x' }).expect(200);
    await profile(person).expect(401);
  });

  it.each([
    ['unverified', { status: 'NEW' as const }, ''],
    ['disabled', {}, 'disabled_at = now()'],
    ['about to be erased', {}, `deletion_at = now() + interval '1 day'`],
  ])('is not given to an account that is %s', async (_, options, set) => {
    const person = await makePerson(run.source, options);
    if (set)
      await run.source.query(`UPDATE identity.account SET ${set} WHERE id = $1`, [person._id]);
    expect(
      (await change(person._id, { role: 'ADMINISTRATOR', reason: 'x' }).expect(409)).body,
    ).toMatchObject({ code: 'illegal_transition' });
  });

  it('is not taken from oneself, and no account is disabled by its owner', async () => {
    expect(
      (await change(administrator._id, { role: null, reason: 'x' }).expect(403)).body,
    ).toMatchObject({ code: 'forbidden' });
    await change(administrator._id.toUpperCase(), { disabled: true, reason: 'x' }).expect(403);
    await profile(administrator).expect(200);
  });

  it('stays with somebody when administrators take it from each other at the same moment', async () => {
    for (const body of [
      { role: null, reason: 'x' },
      { disabled: true, reason: 'x' },
    ]) {
      for (let round = 0; round < 10; round++) {
        await run.source.query(`UPDATE identity.account SET role = NULL WHERE id <> $1`, [
          administrator._id,
        ]);
        const [a, b] = [await makeAdministrator(run.source), await makeAdministrator(run.source)];
        await run.source.query(`UPDATE identity.account SET role = NULL WHERE id = $1`, [
          administrator._id,
        ]);
        const answers = await Promise.all([change(a._id, body, b), change(b._id, body, a)]);
        await run.source.query(`UPDATE identity.account SET role = 'ADMINISTRATOR' WHERE id = $1`, [
          administrator._id,
        ]);
        expect(answers.filter((r) => r.status === 200)).toHaveLength(1);
        expect(answers.filter((r) => [401, 403, 409].includes(r.status))).toHaveLength(1);
        const [row]: { n: number }[] = await run.source.query(
          `SELECT count(*)::int AS n FROM identity.account WHERE id = ANY($1::uuid[])
           AND role IS NOT NULL AND disabled_at IS NULL`,
          [[a._id, b._id]],
        );
        expect(row?.n).toBe(1);
      }
    }
  });

  it('counts nobody whose own deletion is pending', async () => {
    const other = await makeAdministrator(run.source);
    await run.source.query(
      `UPDATE identity.account SET role = NULL WHERE role IS NOT NULL AND id <> ALL($1::uuid[])`,
      [[administrator._id, other._id]],
    );
    await run.http().delete('/api/users/profile/').set(other.headers).expect(202);
    expect(
      (await run.http().delete('/api/users/profile/').set(administrator.headers).expect(409)).body,
    ).toMatchObject({ code: 'last_administrator' });
    expect((await erase(administrator._id).expect(409)).body).toMatchObject({
      code: 'last_administrator',
    });
    expect(
      (await change(administrator._id, { disabled: true, reason: 'x' }, other).expect(409)).body,
    ).toMatchObject({ code: 'last_administrator' });
    expect(
      (await change(administrator._id, { role: null, reason: 'x' }, other).expect(409)).body,
    ).toMatchObject({ code: 'last_administrator' });
  });
});

describe('Disabling an account', () => {
  it('ends its tokens, refuses its sign-in with the right password only, and is undone', async () => {
    const people = peopleOf(run);
    const member = await people.member();
    expect(
      (
        await change(member._id, { disabled: true, reason: 'Asked by the ethics board' }).expect(
          200,
        )
      ).body,
    ).toMatchObject({ _id: member._id });
    await run
      .http()
      .get('/api/users/profile/')
      .set({ authorization: `Bearer ${member.token}` })
      .expect(401);
    expect((await people.signIn(member.email).expect(403)).body).toMatchObject({
      code: 'account_disabled',
    });
    expect((await people.signIn(member.email, 'Wrong-Pass-1').expect(401)).body).toMatchObject({
      code: 'invalid_credentials',
    });
    await change(member._id, { disabled: true, reason: 'Again' }).expect(200);
    await change(member._id, { disabled: false, reason: 'Cleared' }).expect(200);
    await people.signIn(member.email).expect(200);
    expect(
      (await auditOf(member._id))
        .map((r) => r.action)
        .filter((a) => a.startsWith('account-') && a.endsWith('abled')),
    ).toEqual(['account-disabled', 'account-enabled']);
    expect(await people.events('identity.account-disabled', member._id)).toHaveLength(1);
  });

  it('leaves no token behind, also where somebody signs in at the same moment', async () => {
    const people = peopleOf(run);
    for (let round = 0; round < 10; round++) {
      const member = await people.member();
      const [answer] = await Promise.all([
        people.signIn(member.email).then((a) => a),
        new Promise((resolve) => setTimeout(resolve, 5 * round)).then(() =>
          change(member._id, { disabled: true, reason: 'x' }).expect(200),
        ),
      ]);
      expect([200, 403]).toContain(answer.status);
      expect(
        await run.source.query('SELECT 1 FROM identity.token WHERE account_id = $1', [member._id]),
      ).toEqual([]);
    }
  });

  it('is seen by an open tab at once', async () => {
    const workers = await startTestWorkers(run);
    const person = await makePerson(run.source);
    const tab = await watcher(run.url, person.token);
    try {
      await tab.watch('me');
      await change(person._id, { disabled: true, reason: 'x' }).expect(200);
      // By the event, or by the server's own look at its tokens where that happens to come first.
      await eventually(
        () => tab.socket.connected,
        (connected) => !connected,
      );
      expect(tab.messages.map((m) => m.name)).toContain('signed_out');
    } finally {
      tab.close();
      await workers.close();
    }
  });

  it('takes a sign-in that waits for its second factor with it', async () => {
    const person = await makePerson(run.source);
    await run.source.query(
      `INSERT INTO identity.second_factor_challenge (id, token_hash, account_id, method, remembered, expires_at)
       VALUES (gen_random_uuid(), '\\x01', $1, 'password', false, now() + interval '5 minutes')`,
      [person._id],
    );
    await change(person._id, { disabled: true, reason: 'x' }).expect(200);
    expect(
      await run.source.query(
        'SELECT 1 FROM identity.second_factor_challenge WHERE account_id = $1',
        [person._id],
      ),
    ).toEqual([]);
  });
});

describe('A deletion that an administrator asks for', () => {
  it('ends every sign-in, also where the person asked for it before', async () => {
    const people = peopleOf(run);
    const profile = (token: string) =>
      run
        .http()
        .get('/api/users/profile/')
        .set({ authorization: `Bearer ${token}` });
    const [member, asked] = [await people.member(), await people.member()];
    await run
      .http()
      .delete('/api/users/profile/')
      .set({ authorization: `Bearer ${asked.token}` })
      .expect(202);
    for (const { _id, token } of [member, asked]) {
      await profile(token).expect(200);
      await erase(_id).expect(202);
      await profile(token).expect(401);
      expect(
        (await people.events('identity.signed-out', _id)).map(({ data }) => data.token_id),
      ).toEqual([null]);
      expect(await people.events('identity.deletion-requested', _id)).toHaveLength(1);
    }
  });

  it('is the way for researchers: in 30 days, with a mail, cancelled by the next sign-in', async () => {
    const people = peopleOf(run);
    const member = await people.member();
    await run.source.query('UPDATE identity.account SET is_researcher = true WHERE id = $1', [
      member._id,
    ]);
    expect(
      (
        await run
          .http()
          .delete('/api/users/profile/')
          .set({ authorization: `Bearer ${member.token}` })
          .expect(403)
      ).body,
    ).toMatchObject({ code: 'researcher_deletion' });
    const body = await bodyOf(erase(member._id).expect(202));
    expect(
      (Date.parse((body as { deletion_at: string }).deletion_at) - run.clock.now().getTime()) /
        86_400_000,
    ).toBeCloseTo(30, 2);
    expect((await erase(member._id).expect(202)).body).toEqual(body);
    expect(await people.events('identity.deletion-requested', member._id)).toHaveLength(1);
    await people.signIn(member.email).expect(200);
    const records = (await auditOf(member._id)).filter((r) => r.action.startsWith('deletion-'));
    expect(records.map((r) => [r.action, r.actor_id])).toEqual([
      ['deletion-requested', administrator._id],
      ['deletion-requested', administrator._id],
      ['deletion-cancelled', member._id],
    ]);
  });
});

describe('Both', () => {
  it('answer 404 for nobody, 400 for nothing to change and for no reason, 403 to everybody else, 401 to a visitor', async () => {
    const [participant, researcher] = [
      await makePerson(run.source),
      await makeResearcher(run.source),
    ];
    await change(nobody, { disabled: true, reason: 'x' }).expect(404);
    await change('nonsense', { disabled: true, reason: 'x' }).expect(404);
    await erase(nobody).expect(404);
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          change(participant._id, { reason: 'x' }).expect(400),
        )
      ).fields,
    ).toMatchObject([{ code: 'nothing_to_change' }]);
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          change(participant._id, { disabled: true, reason: ' ' }).expect(400),
        )
      ).fields,
    ).toMatchObject([{ path: 'reason', code: 'required' }]);
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          change(participant._id, { role: 'KING', is_researcher: true, reason: 'x' }).expect(400),
        )
      ).fields
        .map((f: { path: string }) => f.path)
        .sort(),
    ).toEqual(['is_researcher', 'role']);
    for (const who of [participant, researcher]) {
      expect(
        (await change(participant._id, { role: 'ADMINISTRATOR', reason: 'Me' }, who).expect(403))
          .body,
      ).toMatchObject({ code: 'forbidden' });
      await erase(researcher._id, who).expect(403);
    }
    await run
      .http()
      .put(`/api/users/${participant._id}/`)
      .send({ disabled: true, reason: 'x' })
      .expect(401);
    await run
      .http()
      .delete(`/api/users/${participant._id}/`)
      .send({ reason: 'Asked by mail' })
      .expect(401);
  });
});

describe('Finding users', () => {
  it('filters by role and status for administrators, and shows them what nobody else sees', async () => {
    const last_name = 'Findme';
    const [participant, researcher, other] = [
      await makePerson(run.source, { last_name }),
      await makeResearcher(run.source, { last_name, organization: 'Yale' }),
      await makeAdministrator(run.source, { last_name }),
    ];
    const [fresh, disabled, leaving] = [
      await makePerson(run.source, { last_name, status: 'NEW' }),
      await makePerson(run.source, { last_name }),
      await makePerson(run.source, { last_name }),
    ];
    await change(disabled._id, { disabled: true, reason: 'x' }).expect(200);
    await erase(leaving._id).expect(202);
    const ids = async (query: string) =>
      (await find(`text=${last_name}&${query}`)).map((u) => u._id).sort();
    const sorted = (...people: TestPerson[]) => people.map((p) => p._id).sort();
    expect(await ids('')).toEqual(sorted(participant, researcher, other, fresh, disabled, leaving));
    expect(await ids('role=ADMINISTRATOR')).toEqual(sorted(other));
    expect(await ids('role=researcher')).toEqual(sorted(researcher));
    expect(await ids('role=participant')).toEqual(
      sorted(participant, other, fresh, disabled, leaving),
    );
    expect(await ids('status=NEW')).toEqual(sorted(fresh));
    expect(await ids('status=DISABLED')).toEqual(sorted(disabled));
    expect(await ids('status=DELETING')).toEqual(sorted(leaving));
    expect(await ids('status=ACTIVE&role=participant')).toEqual(sorted(participant, other));
    expect(await ids('status=ACTIVE&role=researcher&limit=1')).toEqual(sorted(researcher));
    const [shown] = await find(`text=${disabled._id}`);
    expect(shown).toMatchObject({
      _id: disabled._id,
      email: disabled.email,
      status: 'ACTIVE',
      disabled_at: expect.any(String),
      deletion_at: null,
      created_at: expect.any(String),
      orcid: null,
    });
    await run.http().get('/api/users/?role=king').set(administrator.headers).expect(400);
  });

  it('overlooks case and accents on both sides, and takes other scripts for what they are', async () => {
    const [eloise, soren, plain, tokyo] = [
      await makePerson(run.source, { first_name: 'Éloïse', last_name: 'Ångström-Ñandú' }),
      await makeResearcher(run.source, {
        first_name: 'Søren',
        last_name: 'Łukasiewicz',
        organization: 'Universität Würzberg',
      }),
      await makePerson(run.source, { first_name: 'Eloise', last_name: 'Plainsdottir' }),
      await makePerson(run.source, { first_name: '花子', last_name: '山田' }),
    ];
    const ids = async (text: string) =>
      (await find(`text=${encodeURIComponent(text)}`)).map((u) => u._id).sort();
    const both = [eloise._id, plain._id].sort();
    for (const text of ['eloise', 'ÉLOÏSE', 'éloise', 'E\u0301loi\u0308se', 'ELOIS'])
      expect(await ids(text)).toEqual(both);
    for (const text of ['angstrom', 'eloise nandu', 'ÅNGSTRÖM-ÑANDÚ Éloïse', '\u212bngstrom'])
      expect(await ids(text)).toEqual([eloise._id]);
    for (const text of ['soren', 'lukasiewicz wurzberg', 'SØREN würzberg'])
      expect(await ids(text)).toEqual([soren._id]);
    expect(await ids('plainsdóttir')).toEqual([plain._id]);
    expect(await ids('山田 花')).toEqual([tokyo._id]);
    expect(await ids('\u0301')).toEqual(await ids(''));
  });

  it('tells a researcher nothing by the filters, and shows a linked ORCID', async () => {
    const last_name = 'Lookup';
    const [one, two, off] = [
      await makeResearcher(run.source, { last_name }),
      await makeResearcher(run.source, { last_name }),
      await makeResearcher(run.source, { last_name }),
    ];
    await change(off._id, { disabled: true, reason: 'x' }).expect(200);
    await run.source.query(
      `INSERT INTO identity.identity (id, account_id, provider, issuer, subject)
       VALUES (gen_random_uuid(), $1, 'orcid', 'https://orcid.org', '0000-0002-1825-0097')`,
      [two._id],
    );
    for (const filter of ['', '&status=DISABLED', '&status=DELETING', '&role=ADMINISTRATOR']) {
      expect(await find(`text=${last_name}${filter}`, one)).toEqual([
        {
          _id: two._id,
          first_name: 'Ada',
          last_name,
          organization: 'University of Somewhere',
          verified: true,
          orcid: '0000-0002-1825-0097',
        },
      ]);
    }
  });
});

it('A researcher who is disabled recruits nobody any more; enabled again, they resume by hand', async () => {
  const [theirs, another] = [await recruit(run), await recruit(run)];
  const workers = await startTestWorkers(run);
  const states = async () =>
    Promise.all(
      [theirs, another].map(
        async ({ session_id }) =>
          (
            await run.source.query<{ state: string }[]>(
              `SELECT state FROM research.session WHERE id = $1`,
              [session_id],
            )
          )[0]?.state,
      ),
    );
  try {
    await change(theirs.researcher._id, {
      disabled: true,
      reason: 'Asked for telephone numbers',
    }).expect(200);
    await eventually(states, ([one, other]) => one === 'paused' && other === 'active');
    await run.http().get(`/api/users/public/${theirs.researcher._id}/`).expect(404);
    await change(theirs.researcher._id, { disabled: false, reason: 'Cleared up' }).expect(200);
    expect(await states()).toEqual(['paused', 'active']);
  } finally {
    await workers.close();
  }
});
