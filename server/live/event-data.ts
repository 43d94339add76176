/** The fields of events that live updates use. */
export interface SessionEventData {
  session_id: string;
}
export interface ParticipationEventData extends SessionEventData {
  participation_id: string;
}
/** `account_id`, `former_id`: those whose role has changed; absent where no role has. */
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
