import type {
  Participation as View,
  ParticipationState,
  RejectionCategory,
} from '../../../contracts/enrolment/participations';
import type { Clock } from '../../platform/concurrency/clock';
import type { DomainError } from '../../platform/errors/errors';
import type { rowLockedElsewhere } from '../../platform/concurrency/batch';
import type { TransitionAction, TransitionActor } from '../model/participation.rule';
import type { Appointments } from './appointments';
import type { SessionMoney } from '../launch/session-money';
import type { HostedData } from './hosted-data';
import type { StartDemographics } from '../model/participation.entity';

/**
 * A transition that the caller has permission to request. Whether the participation's state allows
 * the transition is checked later, while the row is locked.
 */
export interface TransitionRequest {
  participation_id: string;
  /**
   * The session in which the participation was when the caller's permission was checked. If
   * `by_list` is set, it is the session of the roster instead.
   */
  session_id: string;
  action: TransitionAction;
  actor: TransitionActor;
  reason: string | null;
  category: RejectionCategory | null;
  /** The demographics that are stored with the participation when the participant starts. */
  demographics: StartDemographics | null;
  request_id: string | null;
  /**
   * Whether the researcher's roster shows the time of each participant's slot. If not, a refusal
   * states only the day of the slot.
   */
  reads_slots?: boolean;
  /**
   * Whether the researcher's roster shows the state at the beginning of the day: then the decision
   * is checked only against that state.
   */
  by_list?: boolean;
}

/**
 * The response to a decision that is checked against the roster. It contains nothing that the
 * roster does not show.
 */
export interface RosterDecisionResponse {
  readonly state: ParticipationState;
  /** Whether the roster showed this state already before the decision, so that nothing changed. */
  readonly already: boolean;
}

/**
 * The result for a participation that is no longer in the named session, or whose row another
 * transaction has locked.
 */
export const notInSession = Symbol('missed');
export type TransitionResult =
  | View
  | RosterDecisionResponse
  | DomainError
  | typeof rowLockedElsewhere
  | typeof notInSession;

export interface TransitionServices {
  readonly clock: Clock;
  readonly hosted: HostedData;
  readonly money: SessionMoney;
  readonly appointments: Appointments;
}
