import type { ExternalDataFault } from '../../../contracts/research-data/external-data-faults';
import type {
  ExternalStudySession,
  ExternalParticipant,
} from '../../enrolment/participations/external-participants.read';
import { everCompletedStates } from '../../enrolment/model/participation.rule';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The participants to whom a row may belong. In an anonymous session, and for researchers who may
 * not learn names, events of today are hidden: participants who started today are left out, and
 * withdrawals of today do not count. A researcher who saw a person today could otherwise recognise
 * this person's pseudonym (docs/decisions/participant-decisions.md).
 */
export class MatchableParticipants {
  private readonly byPseudonym = new Map<string, ExternalParticipant[]>();
  /** The number of sessions by privacy level. */
  private readonly sessions = new Map<string, number>();

  constructor(
    takers: readonly ExternalParticipant[],
    sessions: readonly ExternalStudySession[],
    private readonly seesNames: boolean,
    private readonly today: string,
  ) {
    for (const { privacy_level } of sessions)
      this.sessions.set(privacy_level, (this.sessions.get(privacy_level) ?? 0) + 1);
    for (const taker of takers) {
      if (!this.isTold(taker, taker.day)) continue;
      const others = this.byPseudonym.get(taker.participant);
      if (others) others.push(taker);
      else this.byPseudonym.set(taker.participant, [taker]);
    }
  }

  /**
   * Whether an event of the given day may be shown today to the researcher who uploads the file.
   */
  isTold({ privacy_level }: Pick<ExternalParticipant, 'privacy_level'>, day: string): boolean {
    return day < this.today || (this.seesNames && privacy_level !== 'anonymous');
  }

  /**
   * Whether the participant withdrew their data; false also if the withdrawal must not be shown
   * today.
   */
  hasWithdrawn(taker: ExternalParticipant): boolean {
    return taker.withdrawn_on !== null && this.isTold(taker, taker.withdrawn_on);
  }

  /**
   * Returns the participants who completed the study but have no row in the file. Leaves out
   * participants whose completion must not be shown today.
   */
  without(found: ReadonlySet<ExternalParticipant>): ExternalParticipant[] {
    return [...this.byPseudonym.values()]
      .flat()
      .filter(
        (taker) =>
          everCompletedStates.includes(taker.state) &&
          this.isTold(taker, taker.last_day) &&
          !this.hasWithdrawn(taker) &&
          !found.has(taker),
      );
  }

  /**
   * Finds the participant to whom a row belongs, by the pseudonym and the session in it. If people
   * may take part repeatedly, in several sessions, the row must name the session.
   */
  find(pseudonym: string, session: string | undefined): ExternalParticipant | ExternalDataFault {
    const participant = pseudonym.trim().toLowerCase();
    if (participant === '') return 'no_participant';
    const all = this.byPseudonym.get(participant) ?? [];
    const named = session?.trim().toLowerCase() ?? '';
    const fitting = uuid.test(named) ? all.filter((one) => one.session_id === named) : all;
    const [first, ...others] = fitting;
    if (!first) return 'unknown_participant';
    const isOnly =
      uuid.test(named) || first.exclusive || (this.sessions.get(first.privacy_level) ?? 0) < 2;
    return others.length === 0 && isOnly ? first : 'ambiguous_participant';
  }
}
