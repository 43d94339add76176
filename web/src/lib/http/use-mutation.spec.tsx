import { act, renderHook, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../query-client';
import { useMutation } from './use-mutation';

const Frame = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
/** Collects the requests that are sent; the test answers each of them. */
function server() {
  const sent: { what: string; answer: () => void; refuse: () => void }[] = [];
  const send = (what: string) =>
    new Promise<string>((resolve, reject) => {
      sent.push({ what, answer: () => resolve(what), refuse: () => reject(new Error(what)) });
    });
  return { sent, send };
}

test('a second call before the next render is ignored; after the response, the next call is sent', async () => {
  const { sent, send } = server();
  const done = jest.fn();
  const { result } = renderHook(
    () =>
      useMutation({
        mutationFn: send,
        onSuccess: () => {
          done();
        },
      }),
    { wrapper: Frame },
  );
  act(() => {
    result.current.mutate('a');
    result.current.mutate('a');
  });
  await waitFor(() => expect(result.current.isPending).toBe(true));
  act(() => result.current.mutate('b'));
  expect(sent.map(({ what }) => what)).toEqual(['a']);
  act(() => sent[0]?.answer());
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(done).toHaveBeenCalledTimes(1);
  act(() => result.current.mutate('b'));
  await waitFor(() => expect(sent.map(({ what }) => what)).toEqual(['a', 'b']));
  act(() => sent[1]?.answer());
  await waitFor(() => expect(result.current.data).toBe('b'));
});

test('after a failure a new call is possible, and an ignored call settles with the result of the first', async () => {
  const { sent, send } = server();
  const { result } = renderHook(() => useMutation({ mutationFn: send }), { wrapper: Frame });
  act(() => {
    result.current.mutate('a');
  });
  await waitFor(() => expect(sent).toHaveLength(1));
  const ignored = result.current.mutateAsync('a').catch((error: Error) => error.message);
  act(() => sent[0]?.refuse());
  expect(await ignored).toBe('a');
  await waitFor(() => expect(result.current.isError).toBe(true));
  act(() => result.current.mutate('a'));
  await waitFor(() => expect(sent).toHaveLength(2));
});

test('calls for different list items do not wait for each other', async () => {
  const { sent, send } = server();
  const { result } = renderHook(
    () => useMutation({ mutationFn: send, each: (what: string) => what }),
    { wrapper: Frame },
  );
  act(() => {
    result.current.mutate('a');
    result.current.mutate('b');
    result.current.mutate('a');
  });
  await waitFor(() => expect(sent.map(({ what }) => what)).toEqual(['a', 'b']));
});

test('a queued mutation sends every call in order, each after the previous one was answered or failed', async () => {
  const { sent, send } = server();
  const { result } = renderHook(() => useMutation({ mutationFn: send, isQueued: true }), {
    wrapper: Frame,
  });
  const whatSent = () => sent.map(({ what }) => what);
  const asksBeforeLeaving = () =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asksBeforeLeaving()).toBe(false);
  act(() => {
    for (const what of ['on', 'off', 'on']) result.current.mutate(what);
  });
  await waitFor(() => expect(whatSent()).toEqual(['on']));
  act(() => sent[0]?.answer());
  await waitFor(() => expect(whatSent()).toEqual(['on', 'off']));
  act(() => sent[1]?.refuse());
  await waitFor(() => expect(whatSent()).toEqual(['on', 'off', 'on']));
  expect(asksBeforeLeaving()).toBe(true);
  act(() => sent[2]?.answer());
  await waitFor(() => expect(result.current.data).toBe('on'));
  expect(asksBeforeLeaving()).toBe(false);
});
