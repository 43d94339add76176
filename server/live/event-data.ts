/** The fields of events that live updates use. */
export interface OfSession {
  session_id: string;
}
export interface OfParticipation extends OfSession {
  participation_id: string;
}
/** `account_id`, `former_id`: those whose role has changed; absent where no role has. */
export interface OfRole {
  study_id: string;
  account_id?: string;
  former_id?: string;
}
export interface OfAccount {
  account_id: string;
}
export interface OfClassroom {
  classroom_id: string;
}
