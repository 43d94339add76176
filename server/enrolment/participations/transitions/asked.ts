import type {
  Participation as View,
  ParticipationState,
  RejectionCategory,
} from '../../../../contracts/participations';
import type { Clock } from '../../../platform/concurrency/clock';
import type { DomainError } from '../../../platform/http/errors';
import type { held } from '../../seats/session-lanes';
import type { Action, Actor } from '../participation.rule';
import type { Appointments } from './appointments';
import type { HostedData } from './hosted-data';
import type { StartDemographics } from './start-demographics.rule';

/** A transition that its caller may ask for; whether it is legal is judged under the lock. */
export interface Asked {
  participation_id: string;
  /** Where the participation was when it was looked up; for `by_told`, whose list it is. */
  session_id: string;
  action: Action;
  actor: Actor;
  reason: string | null;
  /** Of a rejection. */
  category: RejectionCategory | null;
  /** What a start keeps of the participant's demographics. */
  demographics: StartDemographics | null;
  request_id: string | null;
  /** A researcher asks who reads the time of a slot beside a tag; else a refusal tells the day alone. */
  reads_slots?: boolean;
  /** A researcher asks whose list tells the state in which the day began: that alone is judged. */
  by_told?: boolean;
}

/** The answer to a decision by what the list tells: nothing that the list does not tell. */
export interface Told {
  readonly state: ParticipationState;
  /** The list told it before. */
  readonly already: boolean;
}

/** The participation was not found in its session, or another transaction holds its row. */
export const missed = Symbol('missed');
export type TransitionAnswer = View | Told | DomainError | typeof held | typeof missed;

/** What transitions happen on. */
export interface TransitionGround {
  readonly clock: Clock;
  readonly hosted: HostedData;
  readonly appointments: Appointments;
}
