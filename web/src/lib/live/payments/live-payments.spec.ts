import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { listPayments } from '../../../../../contracts/payments/payments';
import { pagedQuery } from '../../http/pages';
import { refetchByHttp } from '../live-by-http';
import { createLiveCache } from '../live-cache';

const session = '0190a000-0000-7000-8000-000000000001';
const keyOf = (query: { session?: string }) => pagedQuery(listPayments, { query }).queryKey;
const [own, ofSession, ofOther] = [{}, { session }, { session: 'another' }].map(keyOf);
const shown = () => {
  const client = new QueryClient();
  const keys = { own, ofSession, ofOther };
  for (const key of Object.values(keys)) client.setQueryData(key ?? [], { pages: [] });
  return {
    cache: createLiveCache(client, { spreadMs: 0, paymentsSpreadMs: 0 }),
    /**
     * The lists in the cache that are outdated and will be refetched when a page shows them next.
     */
    outdated: () =>
      Object.entries(keys).flatMap(([name, key]) =>
        client.getQueryState(key ?? [])?.isInvalidated ? [name] : [],
      ),
  };
};

describe('a cached list of payments', () => {
  it('of the person becomes outdated after a payment, a decision or a new connection', () => {
    for (const act of [
      (cache: ReturnType<typeof createLiveCache>) => cache.paymentUpdated(),
      (cache: ReturnType<typeof createLiveCache>) =>
        cache.participationUpdated({ _id: 'p', state: 'approved' }),
    ]) {
      const { cache, outdated } = shown();
      act(cache);
      expect(outdated()).toEqual(['own']);
    }
    const { cache, outdated } = shown();
    cache.takeSnapshot('me', { _id: 'a' });
    expect(outdated()).toContain('own');
  });

  it('of a session becomes outdated only after payments of that session', async () => {
    const { cache, outdated } = shown();
    cache.paymentsUpdated({ _id: session });
    await waitFor(() => expect(outdated()).toEqual(['ofSession']));
  });

  it('of a session becomes outdated after a new connection', () => {
    const { cache, outdated } = shown();
    cache.takeSnapshot(`session:${session}`, {
      session_id: session,
      study_id: session,
      state: 'active',
      capacity: 1,
      spots_available: 1,
      version: 1,
    });
    expect(outdated()).toEqual(['ofSession']);
  });

  it('is fetched once after many changes', async () => {
    const client = new QueryClient();
    const cache = createLiveCache(client, { paymentsSpreadMs: 10 });
    let asked = 0;
    const leave = new QueryObserver(client, {
      queryKey: ofSession ?? [],
      queryFn: () => ++asked,
    }).subscribe(() => undefined);
    await waitFor(() => expect(asked).toBe(1));
    for (let n = 0; n < 20; n++) cache.paymentsUpdated({ _id: session });
    await waitFor(() => expect(asked).toBe(2));
    await new Promise((done) => setTimeout(done, 30));
    expect(asked).toBe(2);
    leave();
  });

  it.each([
    ['me', own],
    [`session:${session}`, ofSession],
  ] as const)('is read by HTTP for the topic %s when no socket opens', async (topic, key) => {
    const client = new QueryClient();
    let asked = 0;
    const leave = new QueryObserver(client, {
      queryKey: key ?? [],
      queryFn: () => ++asked,
    }).subscribe(() => undefined);
    await waitFor(() => expect(asked).toBe(1));
    expect(await refetchByHttp(client, [topic], () => false)).toBe(true);
    expect(asked).toBe(2);
    leave();
  });
});
