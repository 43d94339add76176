import { Injectable } from '@nestjs/common';
import type { TopicSnapshots } from '../../contracts/live/live';
import { LiveTopic, liveTopics, type LiveTopicKind } from '../../contracts/live/live-topics';
import type { ErrorCode } from '../../contracts/base/errors';
import { accessRefusalOf } from '../access/access-policies';
import { StudentBuildersRead } from '../access/builders.read';
import type { Person } from '../access/person';
import {
  SessionAvailabilityRead,
  type SessionAvailability,
} from '../enrolment/sessions/session-availability.read';
import { SeatHolderRead } from '../enrolment/participations/seat-holder.read';
import { SingleFlight } from '../platform/concurrency/single-flight';
import { Secrets } from '../platform/security/secrets';
import { ReviewStateRead } from '../researchers/reviews/review-state.read';
import { StudyMembersRead, type StudyEditor } from '../studies/people/study-members.read';
import { StudyGate } from '../studies/people/study-gate';
import { permissionError } from '../studies/people/refusals';
import { mayOnStudy } from '../studies/study.policy';
import { ClassroomWatchersRead } from '../teaching/live/classroom-watchers.read';
import { roomNames } from './rooms';

type Snapshot = TopicSnapshots[keyof TopicSnapshots];

/**
 * The answer to a person who wants to watch a topic: the room of the topic, or an error code if the
 * person may not watch it. If `sessions` is set, AvailabilitySender stores the states of these
 * sessions and sends them to the room.
 */
export type TopicAccessResult =
  | { ok: true; room: string; sessions: () => Promise<SessionAvailability[]> }
  /** `runs`: the id of the session whose runs are watched; RunCountsSender decides what the person may know. */
  | { ok: true; room: string; runs: string }
  | { ok: true; room: string; snapshot: () => Promise<Snapshot>; editor?: StudyEditor }
  | { ok: false; code: ErrorCode };
const refuse = (code: ErrorCode) => ({ ok: false, code }) as const;

const isKind = (kind: string): kind is LiveTopicKind => Object.hasOwn(liveTopics, kind);

/**
 * Maps each topic to its room and its present state. contracts/live/live-topics.ts declares which
 * topics there are, and who may watch them. Any other topic is refused.
 */
@Injectable()
export class LiveTopicRooms {
  private readonly owned = new SingleFlight<SessionAvailability[]>();
  private readonly pending = new SingleFlight<number>();

  constructor(
    private readonly sessionAvailabilityRead: SessionAvailabilityRead,
    private readonly reviews: ReviewStateRead,
    private readonly secrets: Secrets,
    private readonly studyMembers: StudyMembersRead,
    private readonly gate: StudyGate,
    private readonly seats: SeatHolderRead,
    private readonly classrooms: ClassroomWatchersRead,
    private readonly builders: StudentBuildersRead,
  ) {}

  /**
   * Maps a topic to its room without a query.
   * @returns undefined for a text that is not a topic, and for a visitor if the topic needs a
   * signed-in person
   */
  roomOf(topic: unknown, person: Person | null): string | undefined {
    const parsed = LiveTopic.safeParse(topic);
    if (!parsed.success) return undefined;
    const [kind, id = ''] = parsed.data.split(':') as [LiveTopicKind, string?];
    if (kind === 'study') return roomNames.study(id);
    if (kind === 'link') return roomNames.link(id);
    if (!person) return undefined;
    switch (kind) {
      case 'session':
        return roomNames.session(id);
      case 'runs':
        return roomNames.runs(id);
      case 'slots':
        return roomNames.slots(id);
      case 'editing':
        return roomNames.editing(id);
      case 'classroom':
        return roomNames.classroom(id);
      case 'reviews':
        return roomNames.reviews;
      case 'dashboard':
        return roomNames.dashboard(person.account_id);
      case 'me':
        return roomNames.me(this.secrets, person.account_id);
    }
  }

  /**
   * Makes the first message to a new subscriber of the topic. Only the session's researchers get
   * the counts of participants; others get the public state.
   */
  snapshotOf(topic: unknown, tiles: readonly SessionAvailability[]): Snapshot {
    const [kind] = String(topic).split(':');
    if (kind === 'study' || kind === 'link') return tiles.map((tile) => tile.public);
    const own = tiles.map((tile) => tile.own);
    const [first] = own;
    return kind === 'session' && first ? first : own;
  }

  /** Whether a topic needs a signed-in person. For a topic that all visitors may watch, the token is not read. */
  needsPerson(topic: unknown): boolean {
    const parsed = LiveTopic.safeParse(topic);
    const [kind = ''] = parsed.success ? parsed.data.split(':') : [];
    return isKind(kind) && liveTopics[kind].access.who !== 'anyone';
  }

  async open(topic: unknown, person: Person | null): Promise<TopicAccessResult> {
    const parsed = LiveTopic.safeParse(topic);
    if (!parsed.success) return refuse('validation_failed');
    const [kind = '', id = ''] = parsed.data.split(':');
    if (!isKind(kind)) return refuse('forbidden');
    const { access } = liveTopics[kind];
    if (access.who === 'builder') await this.builders.readFor(person ?? undefined);
    const refusal = accessRefusalOf(access, person);
    if (refusal !== null) return refuse(refusal);
    const room = this.roomOf(parsed.data, person);
    if (room === undefined) return refuse('unauthenticated');
    const { sessionAvailabilityRead } = this;
    if (kind === 'study')
      return { ok: true, room, sessions: () => sessionAvailabilityRead.byStudy(id) };
    if (kind === 'link')
      return { ok: true, room, sessions: () => sessionAvailabilityRead.byLink(id) };
    if (kind === 'reviews')
      return {
        ok: true,
        room,
        snapshot: async () => ({
          pending: await this.pending.ask('', () => this.reviews.pending()),
        }),
      };
    if (!person) return refuse('unauthenticated');
    const { account_id } = person;
    switch (kind) {
      case 'editing':
        return this.editing(id, room, account_id);
      case 'classroom':
        return this.classroom(id, room, account_id);
      case 'slots':
        return this.slots(id, room, account_id);
      case 'session':
        return this.session(id, room, account_id);
      case 'runs':
        return { ok: true, room, runs: id.toLowerCase() };
      case 'dashboard':
        return { ok: true, room, sessions: () => sessionAvailabilityRead.byOwner(account_id) };
      case 'me':
        return { ok: true, room, snapshot: () => Promise.resolve({ _id: account_id }) };
    }
  }

  /** Checks the policy `study.edit`. */
  private async editing(id: string, room: string, accountId: string): Promise<TopicAccessResult> {
    const editor = await this.studyMembers.editor(id, accountId);
    if (!editor) return refuse((await this.gate.refusalTo(id, accountId)).code);
    return { ok: true, room, editor, snapshot: () => Promise.resolve({ _id: id }) };
  }

  /** Checks the policy `classroom.read`. */
  private async classroom(id: string, room: string, account: string): Promise<TopicAccessResult> {
    const members = await this.classrooms.mayWatch([{ classroom: id, account }]);
    if (members.size === 0) return refuse('not_found');
    return { ok: true, room, snapshot: () => Promise.resolve({ _id: id.toLowerCase() }) };
  }

  /**
   * Allows a person to watch a session's slots if they may book one (policy `slot.book`). Messages
   * on this topic say only that the slots changed.
   */
  private async slots(id: string, room: string, accountId: string): Promise<TopicAccessResult> {
    if (!(await this.seats.mayBook(id, accountId))) return refuse('not_found');
    return { ok: true, room, snapshot: () => Promise.resolve({ _id: id }) };
  }

  /** Checks the policy `session.manage`. */
  private async session(id: string, room: string, accountId: string): Promise<TopicAccessResult> {
    const read = () => this.sessionAvailabilityRead.byIds([id]);
    if (!(await this.reads(id, accountId))) return refuse(permissionError(false).code);
    return { ok: true, room, sessions: read };
  }

  /** Returns the error code for a person who may not watch the runs of a session. */
  async refusalOfRuns(session: string, { account_id }: Person): Promise<ErrorCode> {
    return permissionError(await this.reads(session, account_id)).code;
  }

  private async reads(session: string, accountId: string): Promise<boolean> {
    const read = () => this.sessionAvailabilityRead.byIds([session]);
    const [tile] = await this.owned.ask(session, read);
    return tile !== undefined && mayOnStudy('read', tile, accountId);
  }
}
