import type { RunningApp } from '../../../support/app/launch-app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../../support/people/people';
import { sharedApp } from '../../../support/app/shared-app';
import { unique } from '../../../support/chance/unique';
import { accountAdminRequestsOf } from '../administering';
import { countRows, accountRequestsOf } from '../account-requests';

let run: RunningApp;
let administrator: TestPerson;
let find: ReturnType<typeof accountAdminRequestsOf>['find'];
let erase: ReturnType<typeof accountAdminRequestsOf>['erase'];
let events: ReturnType<typeof accountRequestsOf>['events'];
beforeAll(async () => {
  run = await sharedApp();
  administrator = await makeAdministrator(run.source);
  ({ find, erase } = accountAdminRequestsOf(run, administrator));
  ({ events } = accountRequestsOf(run));
});
afterAll(() => run.close());

const own = (who: TestPerson) =>
  run.http().get('/api/deletion-requests/own/').set(who.headers).expect(200);
const ask = (who: TestPerson) => run.http().post('/api/deletion-requests/').set(who.headers);
const takeBack = (who: TestPerson) =>
  run.http().delete('/api/deletion-requests/own/').set(who.headers).expect(204);
const open = (who: TestPerson) =>
  countRows(run.source, 'identity.deletion_request WHERE account_id = $1', [who._id]);

describe('A researcher who wants to delete their account', () => {
  it('sends a request that administrators find, until the researcher withdraws it', async () => {
    const last_name = `Leaving-${unique()}`;
    const researcher = await makeResearcher(run.source, { last_name });
    await makeResearcher(run.source, { last_name });
    const body: unknown = (await ask(researcher).expect(201)).body;
    const { requested_at } = body as { requested_at: string };
    expect((await own(researcher)).body).toEqual({ requested_at });
    expect(await find(`text=${last_name}&status=LEAVING`)).toMatchObject([
      { _id: researcher._id, deletion_requested_at: requested_at, deletion_at: null },
    ]);
    await takeBack(researcher);
    await takeBack(researcher);
    expect((await own(researcher)).body).toEqual({ requested_at: null });
    expect(await find(`text=${last_name}&status=LEAVING`)).toEqual([]);
  });

  it('has only one request, however often and simultaneously it is sent', async () => {
    const researcher = await makeResearcher(run.source);
    const answers = await Promise.all([ask(researcher), ask(researcher), ask(researcher)]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await events('identity.deletion-asked', researcher._id)).toHaveLength(1);
  });

  it('has no open request left once an administrator deletes the account, in whatever order', async () => {
    for (let round = 0; round < 5; round++) {
      const researcher = await makeResearcher(run.source);
      const deleting = () => erase(researcher._id).expect(202);
      if (round === 0) {
        await ask(researcher).expect(201);
        await deleting();
      } else await Promise.all([ask(researcher), deleting()]);
      expect(await open(researcher)).toBe(0);
    }
  });

  it('needs a verified address; participants delete their account themselves', async () => {
    const unverified = await makeResearcher(run.source, { status: 'NEW' });
    expect((await ask(unverified).expect(403)).body).toMatchObject({ code: 'email_not_verified' });
    await ask(await makePerson(run.source)).expect(403);
    expect(await open(unverified)).toBe(0);
  });

  it('is not shown to other researchers as having requested the deletion', async () => {
    const last_name = `Quiet-${unique()}`;
    const [researcher, colleague] = [
      await makeResearcher(run.source, { last_name }),
      await makeResearcher(run.source),
    ];
    await ask(researcher).expect(201);
    const [seen] = await find(`text=${last_name}&status=LEAVING`, colleague);
    expect(seen).toMatchObject({ _id: researcher._id });
    expect(seen).not.toHaveProperty('deletion_requested_at');
  });
});
