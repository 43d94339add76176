/** The fields of events that live updates use. */
export interface SessionEventData {
  session_id: string;
}
export interface ParticipationEventData extends SessionEventData {
  participation_id: string;
}
/**
 * The data of an event that changes roles in a study. `account_id` is the person whose role
 * changed. `former_id` is the former owner, if the study got a new owner. Both fields are absent if
 * the event is not about one person.
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
