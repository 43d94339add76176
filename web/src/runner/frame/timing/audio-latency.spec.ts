/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { watchAudio } from './audio-latency';

class Context {
  baseLatency = 0.0058;
  outputLatency: number | undefined = 0;
  constructor(readonly options?: { sampleRate: number }) {}
  static isOwn = true;
}

describe('The latency of audio', () => {
  it('is what the browser tells of the AudioContext that the study made last, while it plays', () => {
    const scope = { AudioContext: Context, webkitAudioContext: Context };
    const latency = watchAudio(scope);
    expect(latency()).toBeUndefined();
    new scope.AudioContext();
    const made = new scope.webkitAudioContext({ sampleRate: 44_100 });
    expect(latency()).toEqual({ base_ms: 5.8, output_ms: null });
    made.outputLatency = 0.032;
    expect(latency()).toEqual({ base_ms: 5.8, output_ms: 32 });
    made.outputLatency = 0;
    expect(latency()).toEqual({ base_ms: 5.8, output_ms: 32 });
  });

  it('leaves the study its AudioContext as it is', () => {
    const scope = { AudioContext: Context };
    watchAudio(scope);
    const made = new scope.AudioContext({ sampleRate: 8_000 });
    expect(made).toBeInstanceOf(Context);
    expect(made).toBeInstanceOf(scope.AudioContext);
    expect([made.options, scope.AudioContext.isOwn]).toEqual([{ sampleRate: 8_000 }, true]);
    class Own extends scope.AudioContext {}
    expect(new Own()).toBeInstanceOf(Own);
  });

  it('is nothing where a browser has none', () => {
    expect(watchAudio({})()).toBeUndefined();
  });

  it('says no output where a browser does not tell it', () => {
    const scope = { AudioContext: Context };
    const latency = watchAudio(scope);
    new scope.AudioContext().outputLatency = undefined;
    expect(latency()).toEqual({ base_ms: 5.8, output_ms: null });
  });
});
