/** Why a microphone or a camera cannot be used, as far as the browser reports it. */
export type MediaFault = 'denied' | 'absent' | 'busy' | 'unsupported' | 'failed';

/**
 * Maps the names of errors of `getUserMedia` to faults (W3C, Media Capture and Streams, 10.2.1).
 */
export function mediaFaultOf(error: unknown): MediaFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'absent';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}

/**
 * The loudness at which the meter is full: a voice near a microphone reaches about a quarter of the
 * range.
 */
const loud = 0.25;
/** The loudness above which a microphone hears speech and not just its own hiss. */
export const speechThreshold = 0.06;

/**
 * Calculates how far the meter is filled, from 0 to 1, by the root mean square of samples between
 * -1 and 1. The meter is full at the loudness `loud`, so a quiet voice is visible.
 */
export function soundLevelOf(samples: ArrayLike<number>): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += (samples[i] ?? 0) ** 2;
  return Math.min(1, Math.sqrt(sum / samples.length) / loud);
}
