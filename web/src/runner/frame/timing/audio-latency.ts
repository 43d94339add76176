import type { TimingEvent } from '../../../../../contracts/runtime/timing';

type Audio = NonNullable<TimingEvent['audio']>;
type Contexts = Record<'AudioContext' | 'webkitAudioContext', unknown>;

const tenths = (seconds: number) => Math.round(seconds * 10_000) / 10;

/**
 * Notices which AudioContexts the study makes, without changing them.
 * @returns a function that reads the output latency of the latest context. It must be called
 * repeatedly, since a browser knows the latency only while sound is playing
 */
export function watchAudioLatency(scope: Partial<Contexts> = window): () => Audio | undefined {
  let last: AudioContext | undefined;
  let output_ms: number | null = null;
  const seen = new Map<unknown, unknown>();
  for (const name of ['AudioContext', 'webkitAudioContext'] as const) {
    const real = scope[name];
    if (typeof real !== 'function') continue;
    const watched =
      seen.get(real) ??
      new Proxy(real, {
        construct(target, given, as) {
          const made = Reflect.construct(target, given, as) as AudioContext;
          last = made;
          output_ms = null;
          return made;
        },
      });
    seen.set(real, watched);
    scope[name] = watched;
  }
  return () => {
    if (!last) return undefined;
    const { baseLatency, outputLatency } = last as Partial<AudioContext>;
    // A context that is suspended or closed reports the latency 0, which is not used.
    if (typeof outputLatency === 'number' && outputLatency > 0) output_ms = tenths(outputLatency);
    return { base_ms: tenths(typeof baseLatency === 'number' ? baseLatency : 0), output_ms };
  };
}
