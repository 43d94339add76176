/** The most trials of one event of the type `trial_timing` (timing.ts). */
export const maxTrialTimings = 1_000;
