/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { watchAudioLatency } from './audio-latency';

class Context {
  baseLatency = 0.0058;
  outputLatency: number | undefined = 0;
  constructor(readonly options?: { sampleRate: number }) {}
  static isOwn = true;
}

describe('the audio latency', () => {
  it('is read from the newest AudioContext of the study while it plays', () => {
    const scope = { AudioContext: Context, webkitAudioContext: Context };
    const latency = watchAudioLatency(scope);
    expect(latency()).toBeUndefined();
    new scope.AudioContext();
    const made = new scope.webkitAudioContext({ sampleRate: 44_100 });
    expect(latency()).toEqual({ base_ms: 5.8, output_ms: null });
    made.outputLatency = 0.032;
    expect(latency()).toEqual({ base_ms: 5.8, output_ms: 32 });
    made.outputLatency = 0;
    expect(latency()).toEqual({ base_ms: 5.8, output_ms: 32 });
  });

  it('leaves the study’s AudioContext unchanged', () => {
    const scope = { AudioContext: Context };
    watchAudioLatency(scope);
    const made = new scope.AudioContext({ sampleRate: 8_000 });
    expect(made).toBeInstanceOf(Context);
    expect(made).toBeInstanceOf(scope.AudioContext);
    expect([made.options, scope.AudioContext.isOwn]).toEqual([{ sampleRate: 8_000 }, true]);
    class Own extends scope.AudioContext {}
    expect(new Own()).toBeInstanceOf(Own);
  });

  it('is undefined in a browser without AudioContext', () => {
    expect(watchAudioLatency({})()).toBeUndefined();
  });

  it('omits the output latency when the browser does not report it', () => {
    const scope = { AudioContext: Context };
    const latency = watchAudioLatency(scope);
    new scope.AudioContext().outputLatency = undefined;
    expect(latency()).toEqual({ base_ms: 5.8, output_ms: null });
  });
});
