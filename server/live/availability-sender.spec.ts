import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import type { SeatAvailability } from '../../contracts/live/live';
import { eventually } from '../../test/support/chance/wait';
import { printSeededRandom } from '../../test/support/chance/seeded';
import type { SessionAvailability } from '../enrolment/sessions/session-availability.read';
import { AvailabilitySender } from './availability-sender';
import type { LiveServer, LiveSocket } from './live-server';
import { roomNames } from './rooms';

const tileOf = (session_id: string, study_id: string, version: number): SessionAvailability => {
  const open: SeatAvailability = {
    session_id,
    study_id,
    state: 'active',
    capacity: 100,
    spots_available: 100 - version,
    version,
  };
  return {
    owner_id: 'owner',
    collaborators: {},
    launched: true,
    audience: 'catalogue',
    link_key: null,
    public: open,
    own: open,
  };
};

/**
 * Sends the snapshot as a message, instead of in the acknowledgement of `watch`, so that the test sees its order among
 * the other messages.
 */
const snapshot = (socket: LiveSocket, tiles: SeatAvailability[]) =>
  (socket as unknown as Socket).emit('snapshot', tiles);

/** Starts a real Socket.IO server, with a fake table of sessions from which reading is slow. */
async function setting() {
  const http = createServer();
  const server: LiveServer = new Server(http, { transports: ['websocket'] });
  const known = new AvailabilitySender();
  known.start(server);
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const { port } = http.address() as AddressInfo;
  const sessions = new Map<string, { study: string; version: number }>();
  const tiles = (study?: string) =>
    [...sessions].flatMap(([id, one]) =>
      study === undefined || one.study === study ? [tileOf(id, one.study, one.version)] : [],
    );
  const clients: Socket[] = [];
  return {
    server,
    known,
    sessions,
    tiles,
    /** @returns both ends of the socket, and the messages that the client received, in order */
    async connect() {
      const here = new Promise<LiveSocket>((found) => server.once('connection', found));
      const client = io(`http://127.0.0.1:${port}`, {
        transports: ['websocket'],
        forceNew: true,
      });
      clients.push(client);
      const told: { session_id: string; version: number }[] = [];
      client.on('session.availability', (m: SeatAvailability) => told.push(m));
      client.on('snapshot', (all: SeatAvailability[]) => told.push(...all));
      return { socket: await here, client, told };
    },
    async stop() {
      clients.forEach((client) => void client.disconnect());
      await server.close();
    },
  };
}

describe('availability updates sent to each socket', () => {
  let set: Awaited<ReturnType<typeof setting>>;
  beforeEach(async () => {
    set = await setting();
  });
  afterEach(() => set.stop());

  const open = async (
    { socket }: { socket: LiveSocket },
    room: string,
    read: () => SessionAvailability[],
    pause = 0,
  ) => {
    const tiles = await set.known.open(socket, room, async () => {
      const found = read();
      if (pause > 0) await wait(pause);
      return found;
    });
    snapshot(
      socket,
      tiles.map((tile) => tile.public),
    );
  };

  it('send each version at most once and never an older one, whatever the order of sources, watchers and events', async () => {
    const { random } = printSeededRandom('the order of everything');
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
    const studies = ['study-a', 'study-b'];
    for (let i = 0; i < 6; i++)
      set.sessions.set(`session-${i}`, { study: pick(studies), version: 1 });
    const people: Awaited<ReturnType<typeof set.connect>>[] = [];
    const dashboards: typeof people = [];
    const under: Promise<unknown>[] = [];
    for (let step = 0; step < 400; step++) {
      const chance = random();
      if (chance < 0.06) {
        const one = await set.connect();
        people.push(one);
        if (random() < 0.5) {
          dashboards.push(one);
          under.push(open(one, roomNames.dashboard('owner'), () => set.tiles(), random() * 20));
        }
      } else if (chance < 0.16 && people.length > 0) {
        const study = pick(studies);
        const one = pick(people.filter((p) => !dashboards.includes(p)).concat(people.slice(-1)));
        if (!dashboards.includes(one) && !one.socket.rooms.has(roomNames.study(study))) {
          await Promise.all(under.splice(0)); // A socket opens one topic at a time.
          under.push(open(one, roomNames.study(study), () => set.tiles(study), random() * 20));
        }
      } else if (chance < 0.2) {
        const id = `session-${set.sessions.size}`;
        set.sessions.set(id, { study: pick(studies), version: 1 });
        set.known.take(set.tiles().find((t) => t.public.session_id === id) as SessionAvailability);
      } else {
        const [id, session] = pick([...set.sessions]);
        const old = tileOf(id, session.study, session.version);
        session.version++;
        const now = tileOf(id, session.study, session.version);
        // Simulates another process that sends a version late, or twice.
        for (const tile of random() < 0.5 ? [now, old, now] : [old, now]) set.known.take(tile);
      }
      if (random() < 0.1) await wait(random() * 10);
    }
    await Promise.all(under);
    // Passes on the stored version of each session, as the poller does. The sender forwards only newer versions.
    for (const tile of set.tiles()) set.known.take(tile);
    const newest = new Map(set.tiles().map((t) => [t.public.session_id, t.public.version]));
    for (const one of dashboards)
      await eventually(
        () => new Map(one.told.map((m) => [m.session_id, m.version])),
        (last) => [...newest].every(([id, version]) => last.get(id) === version),
      );
    expect(dashboards.length).toBeGreaterThan(0);
    for (const { told } of people)
      for (const id of newest.keys()) {
        const versions = told.filter((m) => m.session_id === id).map((m) => m.version);
        expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
      }
  });

  it('reach a socket once when it watches the session in three rooms', async () => {
    set.sessions.set('s', { study: 'a', version: 1 });
    const one = await set.connect();
    for (const room of [roomNames.study('a'), roomNames.session('s'), roomNames.dashboard('owner')])
      await open(one, room, () => set.tiles());
    await eventually(
      () => one.told.map((m) => m.version),
      (told) => told.length === 3,
    );
    set.known.take(tileOf('s', 'a', 2));
    set.known.take(tileOf('s', 'a', 2));
    snapshot(one.socket, [tileOf('end', 'a', 0).public]);
    await eventually(
      () => one.told.at(-1)?.session_id,
      (id) => id === 'end',
    );
    expect(one.told.map((m) => m.version)).toEqual([1, 1, 1, 2, 0]);
  });

  it('are sent at most ten times a second, ending with the newest version', async () => {
    set.sessions.set('s', { study: 'a', version: 1 });
    const one = await set.connect();
    await open(one, roomNames.study('a'), () => set.tiles());
    for (let version = 2; version <= 50; version++) set.known.take(tileOf('s', 'a', version));
    await eventually(
      () => one.told.at(-1)?.version,
      (version) => version === 50,
    );
    expect(one.told.map((m) => m.version)).toEqual([1, 2, 50]);
  });

  it('reach the first watchers of a new session even if a later watcher got its state in a snapshot', async () => {
    const before = await set.connect();
    await open(before, roomNames.study('a'), () => set.tiles());
    set.sessions.set('s', { study: 'a', version: 1 });
    const after = await set.connect();
    await open(after, roomNames.study('a'), () => set.tiles());
    expect(set.known.sent('s')).toBe(-1);
    for (const tile of set.tiles()) set.known.take(tile);
    await eventually(
      () => before.told.map((m) => m.version),
      (told) => told.length === 1,
    );
    expect(after.told.map((m) => m.version)).toEqual([1]);
  });

  it('are removed from memory when no socket watches the session any more', async () => {
    set.sessions.set('s', { study: 'a', version: 1 }).set('t', { study: 'b', version: 1 });
    const [one, two] = [await set.connect(), await set.connect()];
    await open(one, roomNames.study('a'), () => set.tiles('a'));
    await open(two, roomNames.dashboard('owner'), () => set.tiles());
    expect(set.known.size).toEqual({ sessions: 2, rooms: 2 });
    two.client.disconnect();
    await eventually(
      () => set.known.size,
      ({ sessions, rooms: watched }) => sessions === 1 && watched === 1,
    );
    await set.known.leave(one.socket, roomNames.study('a'));
    expect(set.known.size).toEqual({ sessions: 0, rooms: 0 });
  });

  it('are not sent to a socket whose snapshot could not be read, since it leaves the room', async () => {
    const one = await set.connect();
    const failed = set.known.open(one.socket, roomNames.study('a'), () =>
      Promise.reject(new Error('away')),
    );
    await expect(failed).rejects.toThrow('away');
    expect(one.socket.rooms.has(roomNames.study('a'))).toBe(false);
  });

  it('are not sent to the watchers of a private link that was renewed', async () => {
    const by = (link_key: string, version: number): SessionAvailability => ({
      ...tileOf('s', 'a', version),
      audience: 'link',
      link_key,
    });
    const one = await set.connect();
    await open(one, roomNames.link('former'), () => [by('former', 1)]);
    expect(set.known.repeat(one.socket, roomNames.link('former'))).toHaveLength(1);
    set.known.take(by('renewed', 2));
    expect(set.known.repeat(one.socket, roomNames.link('former'))).toEqual([]);
    const late = await set.connect();
    expect(
      await set.known.open(late.socket, roomNames.link('former'), () => Promise.resolve([])),
    ).toEqual([]);
    expect(set.known.sent('s')).toBe(2);
  });
});
