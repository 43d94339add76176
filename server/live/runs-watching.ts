import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { RunsCounted } from '../../contracts/live-runs';
import type { PrivacyLevel } from '../../contracts/studies';
import type { Person } from '../access/person';
import { PersonRead } from '../access/person.read';
import { repeat, type Repetition } from '../platform/concurrency/repeat';
import type { Logger } from '../platform/observability/log';
import { messageOf } from '../platform/observability/redact-error';
import { LOG } from '../platform/platform.module';
import { RunCountsRead } from '../runtime/watching/run-counts.read';
import { isSame } from '../runtime/watching/told-counts.rule';
import type { LiveSocket } from './live-server';

const everyMs = 1_000;
/** A look rests this many times as long as it took: watching costs a twentieth of a connection. */
const rests = 20;

interface Watched {
  readonly socket: LiveSocket;
  readonly room: string;
  readonly session: string;
  told: RunsCounted;
}

/**
 * Tells those who watch `runs:` of a session what happens in its runs, once a second at most and only
 * what changed. Runs change with every record of everybody, so nothing is told of them by the way of
 * events: each server looks, for its own sockets, at the sessions that these watch, and at what they
 * may know of them now. Reads go one after the other, so that no state is told after a newer one.
 */
@Injectable()
export class RunsWatching implements OnApplicationShutdown {
  private looking: Repetition | undefined;
  private readonly watched = new Map<LiveSocket, Map<string, Watched>>();
  private reading: Promise<unknown> = Promise.resolve();
  private restsUntil = 0;

  constructor(
    private readonly runs: RunCountsRead,
    private readonly people: PersonRead,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  start(): void {
    this.looking = repeat(() => this.lookInTurn(), {
      everyMs,
      onError: (error) => this.log.warn({ err: { message: messageOf(error) } }, 'runs'),
    });
  }

  onApplicationShutdown(): void {
    void this.looking?.stop();
  }

  /** @returns undefined while the socket does not watch the room. */
  repeat(socket: LiveSocket, room: string): RunsCounted | undefined {
    return this.watched.get(socket)?.get(room)?.told;
  }

  /** @returns null for whoever does not run the session */
  async open(
    socket: LiveSocket,
    room: string,
    session: string,
    { account_id, researcher_privilege }: Person,
  ): Promise<RunsCounted | null> {
    await socket.join(room);
    const approved = researcher_privilege === true;
    const told = await this.inTurn(async () => {
      const [level] = await this.runs.levels([{ session, account: account_id, approved }]);
      if (!level) return null;
      const counted = (await this.runs.ofSessions(level, [session])).get(session) ?? null;
      // Before the next read begins, which may have something newer to tell. It may have been
      // disconnected meanwhile.
      if (counted && socket.rooms.has(room)) {
        const own = this.watched.get(socket) ?? new Map<string, Watched>();
        this.watched.set(socket, own.set(room, { socket, room, session, told: counted }));
      }
      return counted;
    }).catch(async (error: unknown) => {
      await socket.leave(room);
      throw error;
    });
    if (!told) await socket.leave(room);
    return told;
  }

  left(socket: LiveSocket, room: string): void {
    const own = this.watched.get(socket);
    own?.delete(room);
    if (own?.size === 0) this.watched.delete(socket);
  }

  gone(socket: LiveSocket): void {
    this.watched.delete(socket);
  }

  /** @returns how many messages were sent. */
  async look(): Promise<number> {
    return this.inTurn(() => this.tellAll());
  }

  /** How many sockets watch, for the tests of what is forgotten. */
  get size(): number {
    return this.watched.size;
  }

  private async lookInTurn(): Promise<void> {
    if (this.watched.size === 0 || performance.now() < this.restsUntil) return;
    await this.inTurn(async () => {
      const began = performance.now();
      await this.tellAll();
      const ended = performance.now();
      this.restsUntil = ended + (ended - began) * rests;
    });
  }

  private async tellAll(): Promise<number> {
    const all = [...this.watched.values()].flatMap((own) => [...own.values()]);
    if (all.length === 0) return 0;
    const levels = await this.levelsNow(all);
    const known = new Map<PrivacyLevel, Watched[]>();
    for (const [place, one] of all.entries()) {
      const level = levels[place];
      if (level) known.set(level, [...(known.get(level) ?? []), one]);
      else await this.refuse(one);
    }
    let sent = 0;
    for (const [level, ones] of known) {
      const sessions = [...new Set(ones.map(({ session }) => session))];
      const counted = await this.runs.ofSessions(level, sessions);
      for (const one of ones) sent += this.tell(one, counted.get(one.session));
    }
    return sent;
  }

  /** By the present rights: a role, a review, or a token may have ended since. */
  private async levelsNow(all: readonly Watched[]): Promise<(PrivacyLevel | null)[]> {
    const tokenOf = ({ socket }: Watched) => socket.data.person?.token_id ?? '';
    const held = await this.people.holding([...new Set(all.map(tokenOf))]);
    return this.runs.levels(
      all.map((one) => ({
        session: one.session,
        account: one.socket.data.person?.account_id ?? '',
        approved: held.get(tokenOf(one))?.approved ?? false,
      })),
    );
  }

  private tell(one: Watched, counted: RunsCounted | undefined): 0 | 1 {
    // Left meanwhile, or watched anew.
    const isThere = this.watched.get(one.socket)?.get(one.room) === one;
    if (!counted || !isThere || isSame(one.told, counted)) return 0;
    one.told = counted;
    one.socket.emit('runs.counted', counted);
    return 1;
  }

  private async refuse({ socket, room }: Watched): Promise<void> {
    this.left(socket, room);
    await socket.leave(room);
  }

  private inTurn<T>(read: () => Promise<T>): Promise<T> {
    const mine = this.reading.then(read);
    this.reading = mine.catch(() => undefined);
    return mine;
  }
}
