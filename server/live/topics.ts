import { Injectable } from '@nestjs/common';
import type { Snapshots } from '../../contracts/live';
import { Topic, topics, type TopicKind } from '../../contracts/live-topics';
import type { ErrorCode } from '../../contracts/base/errors';
import { refusalOf } from '../access/access-policies';
import type { Person } from '../access/person';
import { SessionAvailabilityRead } from '../enrolment/sessions/session-availability.read';
import { Secrets } from '../platform/security/secrets';
import { ReviewStateRead } from '../researchers/reviews/review-state.read';
import { mayOnStudy } from '../studies/study.policy';
import { rooms } from './rooms';

export type Opened =
  | { ok: true; room: string; snapshot: () => Promise<Snapshots[keyof Snapshots]> }
  | { ok: false; code: ErrorCode };
const refuse = (code: ErrorCode): Opened => ({ ok: false, code });

const isKind = (kind: string): kind is TopicKind => Object.hasOwn(topics, kind);

/**
 * Maps each topic to its room and its present state. Which topics there are, and who may watch
 * them, is declared in contracts/live-topics.ts; any other is refused.
 */
@Injectable()
export class Topics {
  constructor(
    private readonly sessionAvailabilityRead: SessionAvailabilityRead,
    private readonly reviews: ReviewStateRead,
    private readonly secrets: Secrets,
  ) {}

  async open(topic: unknown, person: Person | null): Promise<Opened> {
    const parsed = Topic.safeParse(topic);
    if (!parsed.success) return refuse('validation_failed');
    const [kind = '', id = ''] = parsed.data.split(':');
    if (!isKind(kind)) return refuse('forbidden');
    const refusal = refusalOf(topics[kind].access, person);
    if (refusal !== null) return refuse(refusal);
    if (kind === 'study') return this.study(id);
    if (kind === 'reviews')
      return {
        ok: true,
        room: rooms.reviews,
        snapshot: async () => ({ pending: await this.reviews.pending() }),
      };
    if (!person) return refuse('unauthenticated');
    switch (kind) {
      case 'session':
        return this.session(id, person);
      case 'dashboard':
        return {
          ok: true,
          room: rooms.dashboard(person.account_id),
          snapshot: async () =>
            (await this.sessionAvailabilityRead.byOwner(person.account_id)).map((t) => t.own),
        };
      case 'me':
        return {
          ok: true,
          room: rooms.me(this.secrets, person.account_id),
          snapshot: () => Promise.resolve({ _id: person.account_id }),
        };
    }
  }

  private study(id: string): Opened {
    return {
      ok: true,
      room: rooms.study(id),
      snapshot: async () => (await this.sessionAvailabilityRead.byStudy(id)).map((t) => t.public),
    };
  }

  /** Policy `session.manage`. */
  private async session(id: string, person: Person): Promise<Opened> {
    const [tile] = await this.sessionAvailabilityRead.byIds([id]);
    if (!tile || !mayOnStudy('read', tile, person.account_id)) return refuse('not_found');
    return {
      ok: true,
      room: rooms.session(id),
      snapshot: async () => (await this.sessionAvailabilityRead.byIds([id]))[0]?.own ?? tile.own,
    };
  }
}
