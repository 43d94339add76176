import { Injectable } from '@nestjs/common';
import { liveLimits } from '../../contracts/live/limits';
import type { SeatAvailability } from '../../contracts/live/live';
import type { SessionAvailability } from '../enrolment/sessions/session-availability.read';
import { SingleFlight } from '../platform/concurrency/single-flight';
import type { LiveServer, LiveSocket } from './live-server';
import { roomNames } from './rooms';

interface Known {
  tile: SessionAvailability;
  /** Every socket that watches the session at this server has received this version or a newer one. */
  sent: number;
  /** When the sockets last got this session's state, in milliseconds of this process's clock. */
  toldAt: number;
  /** Whether a timer is set that sends the newest state at the end of the pause. */
  waits: boolean;
}

/**
 * The pause between two messages about a session: a socket gets at most ten messages a second, even
 * if this server, several workers and the poller report changes at the same time.
 */
const pauseMs = 1000 / liveLimits.liveUpdatesPerSecond;

/**
 * Returns the rooms that get updates of a session. `own`: rooms of people with a role in the study.
 * `open`: rooms of all other people; there are none before the launch.
 */
function roomsOf({
  public: { session_id, study_id },
  owner_id,
  collaborators,
  launched,
  audience,
  link_key,
}: SessionAvailability) {
  const open = [
    ...(audience === 'catalogue' ? [roomNames.study(study_id)] : []),
    ...(link_key === null ? [] : [roomNames.link(link_key)]),
  ];
  return {
    own: [
      roomNames.session(session_id),
      ...[owner_id, ...Object.keys(collaborators)].map(roomNames.dashboard),
    ],
    open: launched ? open : [],
  };
}

const isShownIn = (room: string, tile: SessionAvailability): boolean => {
  const { own, open } = roomsOf(tile);
  return own.includes(room) || open.includes(room);
};

/**
 * The state of the watched sessions that this server knows, and the version that each of its sockets has received.
 * All updates pass through here: snapshots, messages from other processes, and the poller. So a socket receives each
 * version once, and never an older one after a newer one, whichever server sends it and in whichever order
 * (docs/decisions/live-updates.md).
 */
@Injectable()
export class AvailabilitySender {
  private server!: LiveServer;
  private readonly known = new Map<string, Known>();
  /** For each watched room, the ids of the sessions whose states its sockets get. */
  private readonly shown = new Map<string, Set<string>>();
  /** For each socket, the last version of each session that it has received. */
  private readonly told = new WeakMap<LiveSocket, Map<string, number>>();
  /** The room whose snapshot a socket waits for. A socket requests one snapshot at a time. */
  private readonly opening = new WeakMap<LiveSocket, string>();
  private readonly reads = new SingleFlight<SessionAvailability[]>();

  start(server: LiveServer): void {
    this.server = server;
    server.sockets.adapter.on('delete-room', (room: string) => this.forgetRoom(room));
  }

  /** Returns the states in a room that the socket already watches; undefined for other rooms. */
  repeat(socket: LiveSocket, room: string): SessionAvailability[] | undefined {
    return socket.rooms.has(room) && this.shown.has(room) ? this.answer(socket, room) : undefined;
  }

  /**
   * Lets a socket watch a room. The socket joins the room before the states are read, so that it misses no change in
   * between. Sockets that request a room at the same moment share one read.
   * @returns the newest known state of each session; from now on it counts as sent to the socket
   */
  async open(
    socket: LiveSocket,
    room: string,
    read: () => Promise<SessionAvailability[]>,
  ): Promise<SessionAvailability[]> {
    this.opening.set(socket, room);
    try {
      await socket.join(room);
      const tiles = await this.reads.ask(room, read);
      // If the socket was disconnected meanwhile, its room may no longer exist, and the states are not stored.
      if (!socket.rooms.has(room)) return tiles;
      if (!this.shown.has(room)) this.shown.set(room, new Set());
      for (const tile of tiles) this.note(room, tile, socket);
      return this.answer(socket, room);
    } catch (error) {
      await socket.leave(room);
      throw error;
    } finally {
      this.opening.delete(socket);
    }
  }

  async leave(socket: LiveSocket, room: string): Promise<void> {
    const told = this.told.get(socket);
    const ids = told ? [...(this.shown.get(room) ?? [])] : [];
    const tiles = ids.flatMap((id) => this.known.get(id)?.tile ?? []);
    await socket.leave(room);
    for (const tile of tiles) {
      const { own, open } = roomsOf(tile);
      if (![...own, ...open].some((other) => socket.rooms.has(other)))
        told?.delete(tile.public.session_id);
    }
  }

  /** The version that all watchers have; -1 if a watcher has none; undefined without watchers. */
  sent(sessionId: string): number | undefined {
    return this.known.get(sessionId)?.sent;
  }

  /**
   * Handles a state that any process read: sends it to the sockets of this server that have not received it yet, now
   * or after the pause.
   */
  take(tile: SessionAvailability): void {
    const { session_id, version } = tile.public;
    if (version <= (this.sent(session_id) ?? -1)) return;
    for (const room of this.watchedRooms(tile)) this.note(room, tile);
    const newest = this.known.get(session_id);
    // If the session's private link was renewed, the session may have no watched room any more.
    // Then the loop above has not stored the new state, so it is stored here.
    if (newest && newest.tile.public.version < version) newest.tile = tile;
    if (!newest || newest.waits) return;
    const wait = newest.toldAt + pauseMs - performance.now();
    if (wait <= 0) return this.tell(newest);
    newest.waits = true;
    setTimeout(() => {
      newest.waits = false;
      if (this.known.get(session_id) === newest) this.tell(newest);
    }, wait).unref();
  }

  private watchedRooms(tile: SessionAvailability): string[] {
    const { own, open } = roomsOf(tile);
    return [...own, ...open].filter((room) => this.server.sockets.adapter.rooms.has(room));
  }

  private tell(newest: Known): void {
    const { tile } = newest;
    const watched = this.watchedRooms(tile);
    newest.sent = tile.public.version;
    newest.toldAt = performance.now();
    const { own, open } = roomsOf(tile);
    this.send(own, tile.own, watched);
    this.send(open, tile.public, watched);
  }

  /** How many sessions and rooms are in memory; used by tests. */
  get size(): { sessions: number; rooms: number } {
    return { sessions: this.known.size, rooms: this.shown.size };
  }

  /** Sends one encoded message to all sockets of these rooms, except those that have received this version already. */
  private send(to: string[], message: SeatAvailability, watched: readonly string[]): void {
    const { rooms: members } = this.server.sockets.adapter;
    const ids = new Set(to.flatMap((room) => [...(members.get(room) ?? [])]));
    const except: string[] = [];
    for (const id of ids) {
      const socket = this.server.sockets.sockets.get(id);
      if (!socket) continue;
      const told = this.toldTo(socket);
      const known = told.get(message.session_id);
      if (known === undefined ? this.onlyOpens(socket, watched) : known >= message.version)
        except.push(id);
      else told.set(message.session_id, message.version);
    }
    if (except.length < ids.size)
      this.server.local.to(to).except(except).emit('session.availability', message);
  }

  /** Whether the socket watches the session only in the room whose snapshot it still waits for. */
  private onlyOpens(socket: LiveSocket, watched: readonly string[]): boolean {
    const opening = this.opening.get(socket);
    return watched.every((room) => room === opening || !socket.rooms.has(room));
  }

  /** Stores a session's state. @param from set if only this socket gets the state (a snapshot) */
  private note(room: string, tile: SessionAvailability, from?: LiveSocket): void {
    const { session_id, version } = tile.public;
    const set = this.shown.get(room);
    if (set) set.add(session_id);
    else this.shown.set(room, new Set([session_id]));
    const known = this.known.get(session_id);
    if (!known)
      this.known.set(session_id, {
        tile,
        sent: this.isAlone(tile, from) ? version : -1,
        toldAt: -pauseMs,
        waits: false,
      });
    // An equal version is replaced, too: the people who may read the study can change without a new version.
    else if (known.tile.public.version <= version) known.tile = tile;
  }

  /** Whether no socket but this one watches the session. Other watchers may not have received the state yet. */
  private isAlone(tile: SessionAvailability, socket: LiveSocket | undefined): boolean {
    const { own, open } = roomsOf(tile);
    const { rooms: members } = this.server.sockets.adapter;
    return [...own, ...open].every((room) => {
      const ids = members.get(room);
      return !ids || (socket !== undefined && ids.size === 1 && ids.has(socket.id));
    });
  }

  /** Returns the states of the sessions in the room. A session whose private link was renewed is in a new room instead. */
  private answer(socket: LiveSocket, room: string): SessionAvailability[] {
    const told = this.toldTo(socket);
    const tiles: SessionAvailability[] = [];
    for (const id of this.shown.get(room) ?? []) {
      const tile = this.known.get(id)?.tile;
      if (!tile || !isShownIn(room, tile)) continue;
      told.set(id, tile.public.version);
      tiles.push(tile);
    }
    return tiles;
  }

  private toldTo(socket: LiveSocket): Map<string, number> {
    const told = this.told.get(socket) ?? new Map<string, number>();
    this.told.set(socket, told);
    return told;
  }

  private forgetRoom(room: string): void {
    const ids = this.shown.get(room) ?? [];
    this.shown.delete(room);
    for (const id of ids) {
      const tile = this.known.get(id)?.tile;
      if (!tile) continue;
      const { own, open } = roomsOf(tile);
      if (![...own, ...open].some((other) => this.shown.get(other)?.has(id))) this.known.delete(id);
    }
  }
}
