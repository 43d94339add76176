/** The fields of events that live updates use. */
export interface SessionEventData {
  session_id: string;
}
export interface ParticipationEventData extends SessionEventData {
  participation_id: string;
}
/**
 * The data of an event about roles in a study. `account_id`: the person whose role changed;
 * `former_id`: the former owner, when a study passes to a new one. Both are absent in events that
 * concern no single person.
 */
export interface RoleEventData {
  study_id: string;
  account_id?: string;
  former_id?: string;
}
export interface AccountEventData {
  account_id: string;
}
export interface ClassroomEventData {
  classroom_id: string;
}
