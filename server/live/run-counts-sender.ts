import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { SessionRunCounts } from '../../contracts/runtime/live-runs';
import type { PrivacyLevel } from '../../contracts/studies/studies';
import type { Person } from '../access/person';
import { PersonRead } from '../access/person.read';
import { runRepeatedly, type RepeatingTask } from '../platform/concurrency/repeat';
import type { Logger } from '../platform/observability/log';
import { redactedErrorMessageOf } from '../platform/observability/redact-error';
import { LOG } from '../platform/platform.module';
import { RunCountsRead, type RunWatcher } from '../runtime/watching/run-counts.read';
import { hasSameCounts } from '../runtime/watching/displayed-counts.rule';
import { FairQueue } from './limits/fair-queue';
import type { LiveSocket } from './live-server';

const everyMs = 1_000;
/**
 * After each round of reads, the server pauses for this many times the duration of the round. So watching runs occupies
 * a database connection for at most a twentieth of the time.
 */
const rests = 20;

/**
 * The largest number of new watchers for whom one statement reads the counts. If more watchers
 * wait, their accounts take turns.
 */
const openedAtOnce = 100;

interface Opening extends RunWatcher {
  readonly socket: LiveSocket;
  readonly room: string;
  readonly answer: (counted: SessionRunCounts | null) => void;
  readonly fail: (error: unknown) => void;
}
interface Watched {
  readonly socket: LiveSocket;
  readonly room: string;
  readonly session: string;
  told: SessionRunCounts;
}

/**
 * Sends the counts of a session's runs to the sockets that watch its `runs:` topic. It sends them
 * only when they have changed, and at most once a second. An event for each change would be too
 * frequent, because every record of a participant changes the counts. Instead:
 * - Each server reads the counts of all sessions that its own sockets watch. For each watcher, it
 *   also checks which counts the watcher may see now.
 * - Reads run one after the other, so that no older state follows a newer state.
 * - New subscribers share the next read, so that each of them waits for at most one read.
 */
@Injectable()
export class RunCountsSender implements OnApplicationShutdown {
  private looking: RepeatingTask | undefined;
  private readonly watched = new Map<LiveSocket, Map<string, Watched>>();
  private reading: Promise<unknown> = Promise.resolve();
  private restsUntil = 0;
  private readonly opening = new FairQueue<Opening>();
  private isOpening = false;

  constructor(
    private readonly runs: RunCountsRead,
    private readonly people: PersonRead,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  start(): void {
    this.looking = runRepeatedly(() => this.lookInTurn(), {
      everyMs,
      onError: (error) =>
        this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'runs'),
    });
  }

  onApplicationShutdown(): void {
    void this.looking?.stop();
  }

  /**
   * Returns the counts that the socket received last in this room.
   * @returns undefined while the socket does not watch the room.
   */
  repeat(socket: LiveSocket, room: string): SessionRunCounts | undefined {
    return this.watched.get(socket)?.get(room)?.told;
  }

  /**
   * Lets a socket watch the runs of a session.
   * @returns the present counts; null for a caller who may not read the session's data
   */
  async open(
    socket: LiveSocket,
    room: string,
    session: string,
    { account_id, researcher_privilege }: Person,
  ): Promise<SessionRunCounts | null> {
    await socket.join(room);
    const told = await new Promise<SessionRunCounts | null>((answer, fail) => {
      const approved = researcher_privilege === true;
      const asked = { socket, room, session, account: account_id, approved, answer, fail };
      this.opening.add(account_id, asked);
      this.openInTurn();
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

  /** Sends changed counts immediately. @returns how many messages were sent */
  async look(): Promise<number> {
    return this.inTurn(() => this.tellAll());
  }

  /** How many sockets watch runs; used by tests. */
  get size(): number {
    return this.watched.size;
  }

  /**
   * Reads the first counts for new watchers, for at most `openedAtOnce` in one statement. Between
   * two such reads, the server updates the sockets that watch already.
   */
  private openInTurn(): void {
    if (this.isOpening) return;
    this.isOpening = true;
    void this.inTurn(() => this.openSome()).finally(() => {
      this.isOpening = false;
      if (this.opening.size > 0) this.openInTurn();
    });
  }

  private async openSome(): Promise<void> {
    const asked: Opening[] = [];
    for (const one of this.opening.take(openedAtOnce))
      // Nothing is read for sockets that left the room or disconnected meanwhile.
      if (one.socket.rooms.has(one.room)) asked.push(one);
      else one.answer(null);
    try {
      const levels = asked.length > 0 ? await this.runs.levels(asked) : [];
      const counted = await this.countedBy(asked, (_, place) => levels[place]);
      for (const { one, counts } of counted) {
        // New watchers get their response before the next read starts. Otherwise, that read could
        // send them a newer state before this older one.
        if (counts) this.keep(one, counts);
        one.answer(counts ?? null);
      }
      const told = new Set(counted.map(({ one }) => one));
      for (const one of asked) if (!told.has(one)) one.answer(null);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }

  private keep({ socket, room, session }: Opening, told: SessionRunCounts): void {
    if (!socket.rooms.has(room)) return;
    const own = this.watched.get(socket) ?? new Map<string, Watched>();
    this.watched.set(socket, own.set(room, { socket, room, session, told }));
  }

  /** Reads the counts with one statement for each privacy level. Leaves out sessions that a watcher may not read. */
  private async countedBy<One extends { session: string }>(
    all: readonly One[],
    levelOf: (one: One, place: number) => PrivacyLevel | null | undefined,
  ): Promise<{ one: One; counts: SessionRunCounts | undefined }[]> {
    const known = new Map<PrivacyLevel, One[]>();
    for (const [place, one] of all.entries()) {
      const level = levelOf(one, place);
      if (level) known.set(level, [...(known.get(level) ?? []), one]);
    }
    const found = [];
    for (const [level, ones] of known) {
      const sessions = [...new Set(ones.map(({ session }) => session))];
      const counted = await this.runs.ofSessions(level, sessions);
      for (const one of ones) found.push({ one, counts: counted.get(one.session) });
    }
    return found;
  }

  /** How many new watchers still wait for their first counts. Used by tests. */
  get asking(): number {
    return this.opening.size;
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
    for (const [place, one] of all.entries()) if (!levels[place]) await this.refuse(one);
    const counted = await this.countedBy(all, (_, place) => levels[place]);
    return counted.reduce<number>((sent, { one, counts }) => sent + this.tell(one, counts), 0);
  }

  /**
   * Checks the current permissions: since the socket subscribed, the person's role, the
   * researcher's approval or the token may have ended.
   */
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

  private tell(one: Watched, counted: SessionRunCounts | undefined): 0 | 1 {
    // Sends nothing if the socket was closed while the counts were read, or if it left the room and
    // joined it again.
    const isThere = this.watched.get(one.socket)?.get(one.room) === one;
    if (!counted || !isThere || hasSameCounts(one.told, counted)) return 0;
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
