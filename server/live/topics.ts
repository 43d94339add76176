import { Injectable } from '@nestjs/common';
import { Topic, type Snapshots } from '../../contracts/live';
import type { ErrorCode } from '../../contracts/errors';
import { SessionAvailabilityRead } from '../enrolment/sessions/session-availability.read';
import type { Person } from '../platform/http/request';
import { Secrets } from '../platform/security/secrets';
import { ReviewStateRead } from '../researchers/reviews/review-state.read';
import { mayOnStudy } from '../studies/study.policy';
import { rooms } from './rooms';

export type Opened =
  | { ok: true; room: string; snapshot: () => Promise<Snapshots[keyof Snapshots]> }
  | { ok: false; code: ErrorCode };
const refuse = (code: ErrorCode): Opened => ({ ok: false, code });

/** Who may watch what (API.md, live updates), into which room that leads, and how it looks now. */
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
    if (kind === 'study')
      return {
        ok: true,
        room: rooms.study(id),
        snapshot: async () => (await this.sessionAvailabilityRead.byStudy(id)).map((t) => t.public),
      };
    if (!person) return refuse('unauthenticated');
    switch (kind) {
      case 'session':
        return this.session(id, person);
      case 'dashboard':
        if (!person.is_researcher) return refuse('forbidden');
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
      default:
        if (person.role !== 'ADMINISTRATOR')
          return refuse(person.second_factor_missing ? 'second_factor_missing' : 'forbidden');
        return {
          ok: true,
          room: rooms.reviews,
          snapshot: async () => ({ pending: await this.reviews.pending() }),
        };
    }
  }

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
