import { act, renderHook, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allotBudget, type Allotment } from '../../../../contracts/payments/funding';
import { fakeServer, on, refusal, replaceFetch } from '../../test/fake-server';
import { freshBrowser } from '../../test/render-app';
import { queryClient } from '../query-client';
import { useKeyedMutation } from './use-keyed-mutation';

const researcher_id = '0193a1b2-0000-7000-8000-000000000001';
const made: Allotment = {
  _id: researcher_id,
  wallet_id: researcher_id,
  amount: 100,
  currency: 'EUR',
  cost_centre: null,
  reference: null,
  day: '2026-11-29',
};
const Frame = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const start = () => renderHook(() => useKeyedMutation(allotBudget), { wrapper: Frame }).result;
const send = async (hook: ReturnType<typeof start>, amount: number) =>
  act(async () => {
    await hook.current
      .mutateAsync({ body: { researcher_id, amount, currency: 'EUR' } })
      .catch(() => undefined);
  });
beforeEach(() => freshBrowser());

test('a repeated request has the same key when the answer was lost, and a new one when the content changed', async () => {
  const keys: (string | undefined)[] = [];
  replaceFetch((_, { headers }) => {
    keys.push((headers as Record<string, string>)['idempotency-key']);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const hook = start();
  for (const amount of [100, 100, 200, 100]) await send(hook, amount);
  await waitFor(() => expect(keys).toHaveLength(4));
  const [first, retry, other, back] = keys;
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([retry, back]).toEqual([first, first]);
  expect(other).not.toBe(first);
});

test('a request that is repeated after a success has a new key, and after a refusal the same key', async () => {
  let refused = true;
  const asked = fakeServer(
    on(allotBudget).answer(() => (refused ? refusal('not_found') : { status: 201, body: made })),
  );
  const hook = start();
  await send(hook, 100);
  refused = false;
  for (let i = 0; i < 2; i++) await send(hook, 100);
  const [first, retry, repeated] = asked.map(({ headers }) => headers['idempotency-key']);
  expect(retry).toBe(first);
  expect(repeated).not.toBe(first);
});
