import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import {
  participantActions,
  type Participation as View,
  type ParticipationAction,
} from '../../../contracts/enrolment/participations';
import type { StoredDemographics, PrivacyLevel } from '../../../contracts/studies/studies';
import type { Caller } from '../../access/caller';
import { Batcher } from '../../platform/concurrency/batcher';
import { prepared } from '../../platform/db/prepared';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { seesTimesOnlyAfterDay } from '../../studies/people/reader-by-day.sql';
import {
  rosterReadersSql,
  seesParticipantNames,
  type SessionPeople,
} from '../../studies/people/roster.policy';
import { collaboratorRolesSql, mayOnStudy } from '../../studies/study.policy';
import { requireRightToRunSession } from '../rosters/must-run-session';
import { hasSlotsSql, rosterShowsSlots } from '../model/state-of-day';
import type { TransitionAction, TransitionActor } from '../model/participation.rule';
import { pseudonymsInStudy } from '../links/pseudonyms';
import type { StartDemographics } from '../model/participation.entity';
import { StartDemographicsRead } from './start-demographics.read';
import { TransitionBatches } from './transition-batches';
import {
  notInSession,
  type TransitionRequest,
  type RosterDecisionResponse,
} from './transition-request';

/**
 * A transition by the participant, or by a researcher who runs the study (docs/domain.md, section
 * 2).
 */
export class TransitionParticipation extends Command<View | RosterDecisionResponse> {
  constructor(
    /** The participation to change; null if the request addressed a line that is on no roster. */
    readonly participationId: string | null,
    readonly body: z.output<typeof ParticipationAction>,
    readonly caller: Caller,
    /** The session on whose roster a researcher chose the participation; absent in other requests. */
    readonly roster?: string,
  ) {
    super();
  }
}

/**
 * The columns by which a caller's permission to change a participation is checked. If the
 * participation moves to another session after the check, the check is repeated.
 */
interface AddressedParticipation extends SessionPeople {
  id: string;
  session_id: string;
  study_id: string;
  pseudonym: Buffer;
  privacy_level: PrivacyLevel;
  kept_demographics: StoredDemographics;
  /** Whether the study is on site or by video. */
  has_slots: boolean;
}

const find = prepared<AddressedParticipation>(
  'find-participations',
  `SELECT p.id, p.session_id, p.study_id, p.pseudonym, st.owner_id, ${collaboratorRolesSql('st')} AS collaborators,
     ${rosterReadersSql('st', 's')} AS roster_readers,
     s.privacy_level, coalesce(s.snapshot->'kept_demographics', '[]') AS kept_demographics,
     ${hasSlotsSql('s')} AS has_slots
   FROM research.participation p
   JOIN research.study_profile st ON st.id = p.study_id
   JOIN research.session s ON s.id = p.session_id
   WHERE p.id = ANY($1::uuid[])`,
);

/**
 * The most attempts at one transition. An attempt fails if the participation moves to another
 * session during the attempt. This is rare, because a participant must send two requests to move
 * once.
 */
const attempts = 3;

@CommandHandler(TransitionParticipation)
export class TransitionParticipationHandler implements ICommandHandler<TransitionParticipation> {
  private readonly found: Batcher<string, AddressedParticipation | undefined>;

  constructor(
    private readonly source: DataSource,
    private readonly transitions: TransitionBatches,
    private readonly secrets: Secrets,
    private readonly answers: StartDemographicsRead,
  ) {
    this.found = new Batcher(async (ids) => {
      const rows = new Map((await find(source, [ids])).map((row) => [row.id, row]));
      // PostgreSQL writes ids in lower case; callers may use upper case.
      return ids.map((id) => rows.get(id.toLowerCase()));
    });
  }

  async execute({ participationId, body, caller, roster }: TransitionParticipation) {
    const { action, reason } = body;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const at = participationId === null ? undefined : await this.found.load(participationId);
      if (roster !== undefined) await this.mustRun(at, roster, caller.person.account_id);
      if (!at) throw new DomainError('not_found');
      const actor = this.actorOf(at, caller, action);
      const list = actor === 'researcher' ? listOf(at, roster) : undefined;
      if (actor === 'researcher' && list === undefined) mustBeAddressed(at, roster);
      // This is awaited for every action, even if there is nothing to read: otherwise a later
      // request of the same participant could overtake a start.
      const demographics = await this.kept(at, action, caller);
      const transition: TransitionRequest = {
        participation_id: at.id,
        session_id: list ?? at.session_id,
        action,
        actor,
        reason: reason ?? null,
        category: body.action === 'reject' ? body.category : null,
        demographics,
        request_id: caller.request_id,
        reads_slots: action === 'no-show' && (await this.readsSlots(at, caller)),
        by_list: list !== undefined,
      };
      const answer = await (attempt === 1
        ? this.transitions.make(transition)
        : this.transitions.makeAlone(transition));
      if (answer !== notInSession) return answer;
    }
    throw new DomainError('unavailable');
  }

  /**
   * Refuses a caller who may not run the session. The refusal is the same whether or not the
   * requested roster line exists. If the participation was found, its row already says who runs the
   * study. Otherwise the function reads the session.
   */
  private async mustRun(
    at: AddressedParticipation | undefined,
    roster: string,
    accountId: string,
  ): Promise<void> {
    if (!at || !mayOnStudy('run', at, accountId))
      await requireRightToRunSession(this.source.manager, roster, accountId);
  }

  private async readsSlots(at: AddressedParticipation, { person }: Caller): Promise<boolean> {
    const reads = rosterShowsSlots(
      { ...at, sees_names: seesParticipantNames(at, person.account_id) },
      person,
    );
    return reads && !(await seesTimesOnlyAfterDay(this.source, person.account_id));
  }

  private async kept(
    at: AddressedParticipation,
    action: TransitionAction,
    { person }: Caller,
  ): Promise<StartDemographics | null> {
    if (action === 'start') return this.answers.ofParticipant(at, person.account_id);
    return action === 'attend' ? this.answers.ofNoted(at) : null;
  }

  /**
   * Determines in which role the caller acts: as the participant if the participation has one of
   * their pseudonyms, as a researcher if they may run the study. For every other caller it throws
   * not_found.
   */
  private actorOf(
    at: AddressedParticipation,
    { person }: Caller,
    action: TransitionAction,
  ): TransitionActor {
    const isParticipant = pseudonymsInStudy(this.secrets, at.study_id, person.account_id).some(
      (pseudonym) => pseudonym.equals(at.pseudonym),
    );
    const isOwner = mayOnStudy('run', at, person.account_id);
    if (!isParticipant && !isOwner) throw new DomainError('not_found');
    const wanted: TransitionActor = (participantActions as readonly string[]).includes(action)
      ? 'participant'
      : 'researcher';
    if (wanted === 'participant' ? !isParticipant : !isOwner) throw new DomainError('forbidden');
    return wanted;
  }
}

/**
 * Returns the session whose roster alone decides the response to a decision; undefined if the
 * participation's current state may decide it. In two cases only the roster counts, because a
 * response by the current state would reveal the time of an event (pending-decisions.ts):
 * - The participation has moved to another session.
 * - The session is anonymous and has no slots. If the study is on site or by video (`has_slots`),
 *   the researcher sees who is there, so the roster hides nothing.
 */
const listOf = (at: AddressedParticipation, roster: string | undefined): string | undefined =>
  at.session_id !== roster || (at.privacy_level === 'anonymous' && !at.has_slots)
    ? roster
    : undefined;

/**
 * Checks how a researcher's request identifies the participation:
 * - By a line of a roster: allowed while the participation is in the roster's session.
 * - By the participation's id: allowed if the session is not anonymous. In an anonymous session,
 *   the id and the times in the response would link data that must stay separate.
 * @throws DomainError not_found
 */
function mustBeAddressed(at: AddressedParticipation, roster: string | undefined): void {
  const found = roster === undefined ? at.privacy_level !== 'anonymous' : at.session_id === roster;
  if (!found) throw new DomainError('not_found');
}
