/**
 * The modes of jsPsych's simulation: `data-only` makes the data immediately, without showing anything; `visual` shows
 * what a participant would see.
 */
export const simulationModes = ['data-only', 'visual'] as const;
export type SimulationMode = (typeof simulationModes)[number];

/**
 * The mode in which the researcher takes part in person, instead of a simulated participant. Every
 * study can be rehearsed this way.
 */
export const manualRehearsalMode = 'by-hand';
export const rehearsalModes = [...simulationModes, manualRehearsalMode] as const;
export type RehearsalMode = (typeof rehearsalModes)[number];

/**
 * How a rehearsal run ended. `completed`: all data arrived. `stalled`: nothing arrived for too
 * long. `left`: the study itself stopped. `stopped`: the researcher stopped it. `failed`: the
 * server refused further records.
 */
export const rehearsalOutcomes = ['completed', 'stalled', 'left', 'stopped', 'failed'] as const;
export type RehearsalOutcome = (typeof rehearsalOutcomes)[number];

/**
 * The limits of rehearsals. They are in a file of their own, since every page loads the general
 * limits but only few pages need these.
 */
export const rehearsalLimits = {
  participants: 100,
  keptDays: 7,
  /** How many rehearsals a study may have. */
  kept: 5,
  /**
   * Once a rehearsal has stored this many bytes of records, no further simulated participant
   * starts.
   */
  bytes: 30_000_000,
  perAccountAndHour: 60,
  /**
   * How many exports and tables of rehearsals one account may request per hour: each of them reads
   * all records of a rehearsal.
   */
  readsPerAccountAndHour: 300,
  ms: 86_400_000,
  plugins: 50,
  pluginName: 200,
  pages: 100,
  pageName: 500,
  /**
   * The most trials of one simulated participant. If it reaches them, the study probably has a loop
   * that random answers never leave.
   */
  trials: 10_000,
  /** How many rows of data the page of a rehearsal shows. */
  rows: 10,
} as const;

/** After how many seconds without a new record a simulated participant counts as stuck. */
export const rehearsalStallSeconds = {
  'data-only': 30,
  visual: 180,
  [manualRehearsalMode]: 3_600,
} as const;
