import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { countRows, freshEmail, accountRequestsOf, registrationBody } from './account-requests';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
});
afterAll(() => running.close());
const post = (body: object) => running.http().post('/api/users/').send(body);

describe('Registering a known address', () => {
  it('gets the same response as a new address, with an id that is stored nowhere, and the owner gets a mail', async () => {
    const owner = await people.member();
    const known = await post(registrationBody(owner.email, { first_name: 'Eve' })).expect(201);
    const fresh = await post(registrationBody(freshEmail(), { first_name: 'Eve' })).expect(201);
    const { _id } = known.body as { _id: string };
    expect(Object.keys(known.body as object)).toEqual(Object.keys(fresh.body as object));
    expect(known.body).toMatchObject({ first_name: 'Eve', status: 'NEW', email: owner.email });
    expect(_id).not.toBe(owner._id);
    expect(
      await countRows(
        running.source,
        'identity.account WHERE id = $1 OR (email = $2 AND id <> $3)',
        [_id, owner.email, owner._id],
      ),
    ).toBe(0);
    expect(await people.events('identity.known-address-registered', owner._id)).toHaveLength(1);
    expect(await people.events('identity.verification-requested', _id)).toHaveLength(0);
    await people.signIn(owner.email).expect(200);
  });

  it('is possible several times while the address is NEW, and each registration is separate', async () => {
    const email = freshEmail();
    const one = await people.register(email, { first_name: 'One' });
    const two = await people.register(email, {
      first_name: 'Two',
      password: 'Other-Horse-2',
      password_confirmation: 'Other-Horse-2',
    });
    expect(one._id).not.toBe(two._id);
    expect((await people.signIn(email).expect(200)).body).toMatchObject({ _id: one._id });
    expect((await people.signIn(email, 'Other-Horse-2').expect(200)).body).toMatchObject({
      _id: two._id,
    });
  });
});
