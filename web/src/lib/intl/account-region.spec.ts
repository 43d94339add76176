import { changeProfile } from '../../../../contracts/accounts/accounts';
import { aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { useAuth } from '../auth/auth.store';
import { completeAccountRegion, browserRegion } from './account-region';

const own = browserRegion();
const asked = () => {
  const all = fakeServer(on(changeProfile).answer({ status: 200, body: aUser() }));
  return () => all.filter(({ method }) => method === 'PUT').map(({ body }) => body);
};
beforeEach(() => useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z'));
afterEach(() => useAuth.getState().signedOut());

test('an account without time zone and region gets those of the browser', async () => {
  expect(own.zone).toEqual(expect.any(String));
  const sent = asked();
  await completeAccountRegion({ zone: null, region: null });
  expect(sent()).toEqual([{ zone: own.zone }, { region: own.region }]);
});

test('the time zone and region of the account are kept', async () => {
  const sent = asked();
  await completeAccountRegion({ zone: 'Asia/Tokyo', region: 'JP' });
  expect(sent()).toEqual([]);
  await completeAccountRegion({ zone: 'Asia/Tokyo', region: null });
  expect(sent()).toEqual([{ region: own.region }]);
});

test('a browser with an unknown time zone sends none', async () => {
  const told = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Etc/Unknown' };
  const spy = jest
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockImplementation(() => told);
  const sent = asked();
  expect(browserRegion()).toEqual({ region: own.region });
  await completeAccountRegion({ zone: null, region: null });
  spy.mockRestore();
  expect(sent()).toEqual([{ region: own.region }]);
});

test('an unknown time zone does not prevent saving the region', async () => {
  const all = fakeServer(
    on(changeProfile).answer(({ body }) =>
      body && 'zone' in body ? refusal('validation_failed') : { status: 200, body: aUser() },
    ),
  );
  await completeAccountRegion({ zone: null, region: null });
  expect(all.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { zone: own.zone },
    { region: own.region },
  ]);
});
