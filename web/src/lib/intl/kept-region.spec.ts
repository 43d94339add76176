import { changeProfile } from '../../../../contracts/accounts';
import { someone } from '../../test/common-answers';
import { fakeServer, on } from '../../test/fake-server';
import { useAuth } from '../auth.store';
import { keepRegionOf, ownRegion } from './kept-region';

const own = ownRegion();
const asked = () => {
  const all = fakeServer(on(changeProfile).answer({ status: 200, body: someone() }));
  return () => all.filter(({ method }) => method === 'PUT').map(({ body }) => body);
};
beforeEach(() => useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z'));
afterEach(() => useAuth.getState().signedOut());

test('an account without a zone and region takes those of this browser', async () => {
  expect(own.zone).toEqual(expect.any(String));
  const sent = asked();
  await keepRegionOf({ zone: null, region: null });
  expect(sent()).toEqual([own]);
});

test('what the account has, or chose in its profile, stays', async () => {
  const sent = asked();
  await keepRegionOf({ zone: 'Asia/Tokyo', region: 'JP' });
  expect(sent()).toEqual([]);
  await keepRegionOf({ zone: 'Asia/Tokyo', region: null });
  expect(sent()).toEqual([{ region: own.region }]);
});
