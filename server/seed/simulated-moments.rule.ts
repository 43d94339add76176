const minuteMs = 60_000;
/** How long ago the session of the simulated participants was launched. */
export const launchedMsAgo = 315 * minuteMs;
const enrolledWithin = 285;

/** The index of a participant who only clicks through, whose run is marked as fast. */
const hasty = 5;
/**
 * The seconds that its pages measured: for a study of two minutes, from half a minute to a bit over three.
 */
export const secondsOf = (n: number): number => (n === hasty ? 38 : 95 + ((37 * n) % 100));

export interface SimulatedMoments {
  enrolled: Date;
  started: Date;
  /** When the participant completed the study; absent for one who did not. */
  completed: Date;
}

/** When a simulated participant enrolled, started and completed, all of it before now. */
export function momentsOf(n: number, all: number, now: Date): SimulatedMoments {
  const launched = now.getTime() - launchedMsAgo;
  // They arrive unevenly, and more of them later, because a straight line would look artificial.
  const share = ((n + 0.55 + 0.4 * Math.sin(5 * n)) / all) ** 0.8;
  const enrolled = launched + share * enrolledWithin * minuteMs;
  const started = enrolled + (1 + ((7 * n) % 9)) * minuteMs;
  // Reading the page before the first trial, and the last page.
  const completed = started + (secondsOf(n) + 14 + ((11 * n) % 23)) * 1000;
  return {
    enrolled: new Date(enrolled),
    started: new Date(started),
    completed: new Date(completed),
  };
}
