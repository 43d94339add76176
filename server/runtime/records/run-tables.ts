/** The tables that hold one kind of runs, and their records as these arrive. */
export interface RunTables {
  readonly run: string;
  readonly chunk: string;
  readonly error: string;
  /** The column that says whose the run is. */
  readonly subject: string;
}
export type RunKind = 'participants' | 'rehearsals';

export const ofParticipants: RunTables = {
  run: 'research.run',
  chunk: 'research.run_chunk',
  error: 'research.run_error',
  subject: 'participation_id',
};
/**
 * Simulated participants have tables of their own, so that whatever reads, counts or exports the runs
 * of participants cannot have theirs. What writes records is one statement for both.
 */
export const ofRehearsals: RunTables = {
  run: 'research.rehearsal_run',
  chunk: 'research.rehearsal_chunk',
  error: 'research.rehearsal_error',
  subject: 'rehearsal_id',
};
