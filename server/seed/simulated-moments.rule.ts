const minuteMs = 60_000;
/** How long ago, in milliseconds, the session of the simulated participants was launched. */
export const msSinceSimulatedLaunch = 315 * minuteMs;
const enrolledWithin = 285;

/**
 * The index of a participant who only clicks through the study. The server marks this run as too
 * fast.
 */
const hasty = 5;
/**
 * Returns how many seconds the study took for a participant, as the page measured it. The values lie
 * between half a minute and a bit over three minutes, since the study states two minutes.
 */
export const simulatedStudySecondsOf = (n: number): number =>
  n === hasty ? 38 : 95 + ((37 * n) % 100);

export interface SimulatedMoments {
  enrolled: Date;
  started: Date;
  /** When the participant completed the study. */
  completed: Date;
}

/**
 * Computes when a simulated participant enrolled, started and completed the study. All of these times
 * are in the past.
 */
export function simulatedMomentsOf(n: number, all: number, now: Date): SimulatedMoments {
  const launched = now.getTime() - msSinceSimulatedLaunch;
  // Participants enrol at irregular intervals, which become shorter in the course of the session.
  // Equal intervals would look artificial.
  const share = ((n + 0.55 + 0.4 * Math.sin(5 * n)) / all) ** 0.8;
  const enrolled = launched + share * enrolledWithin * minuteMs;
  const started = enrolled + (1 + ((7 * n) % 9)) * minuteMs;
  // The seconds beyond the study itself are the time for reading the page before the first trial,
  // and the last page.
  const completed = started + (simulatedStudySecondsOf(n) + 14 + ((11 * n) % 23)) * 1000;
  return {
    enrolled: new Date(enrolled),
    started: new Date(started),
    completed: new Date(completed),
  };
}
