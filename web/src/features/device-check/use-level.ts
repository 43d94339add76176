import { useEffect, useState } from 'react';
import { speechThreshold, soundLevelOf } from './media.rule';

/** How often the level is measured: often enough for a meter that follows a voice. */
const everyMs = 80;

/** Measures how loud a stream is now (0 to 1), and whether it has carried any sound so far. */
export function useSoundLevel(stream: MediaStream | null) {
  const [level, setLevel] = useState(0);
  const [heard, setHeard] = useState(false);
  useEffect(() => {
    if (!stream) return;
    setHeard(false);
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    // Safari creates the audio context suspended, even after a click, so it is resumed.
    void context.resume();
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const now = soundLevelOf(samples);
      setLevel(now);
      if (now >= speechThreshold) setHeard(true);
    }, everyMs);
    return () => {
      clearInterval(timer);
      setLevel(0);
      void context.close();
    };
  }, [stream]);
  return { level, heard };
}
