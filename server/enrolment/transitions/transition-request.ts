import type {
  Participation as View,
  ParticipationState,
  RejectionCategory,
} from '../../../contracts/enrolment/participations';
import type { Clock } from '../../platform/concurrency/clock';
import type { DomainError } from '../../platform/errors/errors';
import type { lockedElsewhere } from '../../platform/concurrency/batch';
import type { Action, Actor } from '../model/participation.rule';
import type { Appointments } from './appointments';
import type { SessionMoney } from '../launch/session-money';
import type { HostedData } from './hosted-data';
import type { StartDemographics } from '../model/participation.entity';

/** A transition that its caller may ask for; whether it is legal is judged under the lock. */
export interface TransitionRequest {
  participation_id: string;
  /** The session in which the lookup found the participation; with `by_list`, the session of the list. */
  session_id: string;
  action: Action;
  actor: Actor;
  reason: string | null;
  /** The category of a rejection. */
  category: RejectionCategory | null;
  /** The participant's demographics that a start keeps. */
  demographics: StartDemographics | null;
  request_id: string | null;
  /** The researcher may read the time of a slot beside a tag; otherwise a refusal names the day only. */
  reads_slots?: boolean;
  /** The researcher's list shows the state in which the day began: the decision is judged by that state alone. */
  by_list?: boolean;
}

/** The answer to a decision that is judged by the list. It contains nothing that the list does not show. */
export interface ListedDecision {
  readonly state: ParticipationState;
  /** Whether the list showed this state before the decision. */
  readonly already: boolean;
}

/** The participation was not found in its session, or another transaction holds its row. */
export const notInSession = Symbol('missed');
export type TransitionAnswer =
  | View
  | ListedDecision
  | DomainError
  | typeof lockedElsewhere
  | typeof notInSession;

/** The services that transitions need. */
export interface TransitionServices {
  readonly clock: Clock;
  readonly hosted: HostedData;
  readonly money: SessionMoney;
  readonly appointments: Appointments;
}
