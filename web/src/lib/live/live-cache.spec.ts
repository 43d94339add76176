import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { ApiError } from '../http/api';
import { type DataExport, listExports } from '../../../../contracts/data-rights/data-rights';
import type { SeatAvailability } from '../../../../contracts/live/live';
import { listParticipations } from '../../../../contracts/enrolment/participations';
import { listSessions } from '../../../../contracts/enrolment/sessions';
import { readSlotBookingOptions } from '../../../../contracts/slots/slots';
import { readStudy } from '../../../../contracts/studies/studies';
import {
  type LiveSessions,
  liveSessionsKey,
  overlayLiveSession,
  pendingReviewsKey,
} from './overlay-live-sessions';
import { createLiveCache, mergeAvailability, newerAvailability } from './live-cache';

const counts = {
  offered: 0,
  enrolled: 1,
  started: 0,
  completed: 0,
  waitlisted: 0,
  withdrawn: 0,
  timed_out: 0,
};
const message = (version: number, more: Partial<SeatAvailability> = {}): SeatAvailability => ({
  session_id: 's1',
  study_id: 'a',
  state: 'active',
  capacity: 50,
  spots_available: 50 - version,
  version,
  ...more,
});

describe('the live numbers of a session', () => {
  it('keep the newer version, in whatever order the messages arrive', () => {
    expect(newerAvailability(message(3), message(2)).version).toBe(3);
    expect(newerAvailability(message(2), message(3)).version).toBe(3);
  });
  it('keep the same object when nothing is newer, so that nothing is rendered', () => {
    const known: LiveSessions = { s1: message(3) };
    expect(mergeAvailability(known, [message(2), message(3)])).toBe(known);
  });
  it('come from the newest message of a batch, whatever its place in the batch', () => {
    expect(mergeAvailability({}, [message(2), message(5), message(4)]).s1?.spots_available).toBe(
      45,
    );
  });
  it('keep the counts when the same version arrives with and without them', () => {
    expect(newerAvailability(message(4, { counts }), message(4)).counts).toEqual(counts);
    expect(newerAvailability(message(4), message(4, { counts })).counts).toEqual(counts);
    expect(newerAvailability(message(4, { counts }), message(5)).counts).toEqual(counts);
  });
  it('replace the numbers of an HTTP response only when they are newer', () => {
    const told = {
      _id: 's1',
      version: 4,
      state: 'active' as const,
      capacity: 50,
      spots_available: 46,
      counts,
    };
    expect(overlayLiveSession(told, message(4))).toBe(told);
    expect(overlayLiveSession(told, message(3))).toBe(told);
    expect(overlayLiveSession(told, message(6))).toMatchObject({
      version: 6,
      spots_available: 44,
      counts,
    });
  });
});

describe('the cache of live data', () => {
  const setup = () => {
    const client = new QueryClient();
    return {
      client,
      cache: createLiveCache(client, { spreadMs: 0 }),
      sessions: () => client.getQueryData<LiveSessions>(liveSessionsKey) ?? {},
    };
  };
  const isStale = (client: QueryClient, key: readonly unknown[]) =>
    client.getQueryState(key)?.isInvalidated;

  it('keeps the snapshot of a topic when an older message follows', () => {
    const { cache, sessions } = setup();
    cache.takeSnapshot('dashboard', [message(7, { counts })]);
    cache.takeSessions([message(6, { spots_available: 1 })]);
    expect(sessions().s1).toMatchObject({ version: 7, spots_available: 43 });
  });
  it('reloads the study when a session fills up, because only the server decides about the button', async () => {
    const { client, cache } = setup();
    const key = [readStudy.path, { params: { id: 'a' } }];
    client.setQueryData(key, { title: 'x' });
    cache.takeSessions([message(1, { spots_available: 1 })]);
    cache.takeSessions([message(2, { spots_available: 2 })]);
    await new Promise((done) => setTimeout(done, 20));
    expect(isStale(client, key)).toBe(false);
    cache.takeSessions([message(3, { spots_available: 0 })]);
    await new Promise((done) => setTimeout(done, 20));
    expect(isStale(client, key)).toBe(true);
  });
  it('reloads the slots of a participant once for many changes', async () => {
    const client = new QueryClient();
    const cache = createLiveCache(client, { slotsSpreadMs: 0 });
    const key = [readSlotBookingOptions.path, { params: { id: 'p1' } }];
    let asked = 0;
    const observer = new QueryObserver(client, { queryKey: key, queryFn: () => ++asked });
    const leave = observer.subscribe(() => undefined);
    await waitFor(() => expect(asked).toBe(1));
    for (let n = 0; n < 20; n++) cache.slotsUpdated();
    await waitFor(() => expect(asked).toBe(2));
    await new Promise((done) => setTimeout(done, 20));
    expect(asked).toBe(2);
    // The page may have missed a message between the first request and the start of watching. So
    // the snapshot makes the page send the request again.
    cache.takeSnapshot('slots:0193a1b2-0000-7000-8000-000000000003', { _id: 's1' });
    await waitFor(() => expect(asked).toBe(3));
    leave();
  });
  it('reloads the list of sessions when an unknown one appears', () => {
    const { client, cache } = setup();
    client.setQueryData([listSessions.path, {}], { items: [{ _id: 's1' }], next_cursor: null });
    cache.takeSessions([message(1, { counts })]);
    expect(isStale(client, [listSessions.path, {}])).toBe(false);
    cache.takeSessions([message(1, { session_id: 's2', counts })]);
    expect(isStale(client, [listSessions.path, {}])).toBe(true);
  });
  it('removes the numbers of sessions that no watched topic covers', () => {
    const { cache, sessions } = setup();
    cache.takeSessions([message(1), message(1, { session_id: 's2', study_id: 'b', counts })]);
    cache.forget(['dashboard']);
    expect(Object.keys(sessions())).toEqual(['s2']);
    cache.forget([]);
    expect(sessions()).toEqual({});
  });
  it('reloads data that was read before its topic was watched', () => {
    const { client, cache } = setup();
    client.setQueryData([listParticipations.path, {}], { items: [] });
    cache.takeSnapshot('me', { _id: 'p' });
    expect(isStale(client, [listParticipations.path, {}])).toBe(true);
  });
  it('updates the progress of an export, which never decreases, and reloads the list when the export changes', () => {
    const { client, cache } = setup();
    const key = [listExports.path, {}];
    const one: DataExport = {
      _id: 'e1',
      state: 'waiting',
      progress: 0,
      size: null,
      requested_at: '2026-11-21T10:00:00Z',
      ready_at: null,
      expires_at: '2026-11-28T10:00:00Z',
      download_url: null,
    };
    client.setQueryData(key, {
      items: [one, { ...one, _id: 'e0', state: 'ready', progress: 100 }],
      next_cursor: null,
    });
    const now = () =>
      client
        .getQueryData<{ items: DataExport[] }>(key)
        ?.items.map(({ state, progress }) => `${state} ${progress}`);
    cache.exportProgress({ _id: 'e1', progress: 60 });
    cache.exportProgress({ _id: 'e1', progress: 40 });
    cache.exportProgress({ _id: 'e0', progress: 40 });
    expect(now()).toEqual(['running 60', 'ready 100']);
    expect(isStale(client, key)).toBe(false);
    cache.exportChanged();
    expect(isStale(client, key)).toBe(true);
  });
  it('reloads the list of exports when an unknown one appears', () => {
    const { client, cache } = setup();
    client.setQueryData([listExports.path, {}], { items: [], next_cursor: null });
    cache.exportProgress({ _id: 'e9', progress: 5 });
    expect(isStale(client, [listExports.path, {}])).toBe(true);
  });
  it('repeats requests that failed while the server was unavailable, but not those that were refused', async () => {
    const { client, cache } = setup();
    const asked = { away: 0, refused: 0 };
    const watch = (name: keyof typeof asked, error: ApiError) =>
      new QueryObserver(client, {
        queryKey: [name],
        retry: false,
        queryFn: () => {
          asked[name] += 1;
          return Promise.reject(error);
        },
      }).subscribe(() => undefined);
    const ends = [
      watch('away', new ApiError(0, 'unreachable', '')),
      watch('refused', new ApiError(404, 'not_found', '')),
    ];
    await waitFor(() =>
      expect(
        client.getQueryCache().findAll({ predicate: (q) => q.state.status === 'error' }),
      ).toHaveLength(2),
    );
    cache.readAgain();
    await waitFor(() => expect(asked).toEqual({ away: 2, refused: 1 }));
    ends.forEach((end) => end());
  });
  it('keeps the number of pending reviews', () => {
    const { client, cache } = setup();
    cache.takeSnapshot('reviews', { pending: 3 });
    expect(client.getQueryData(pendingReviewsKey)).toBe(3);
  });
});
