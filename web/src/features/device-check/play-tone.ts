const seconds = 1.2;
const hertz = 440;

/**
 * Plays a quiet tone that swells and fades, so that loudspeakers do not crackle. Resolves when the
 * tone is over.
 */
export async function playTone(): Promise<void> {
  const context = new AudioContext();
  await context.resume();
  const volume = context.createGain();
  const from = context.currentTime;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(0.25, from + 0.1);
  volume.gain.setValueAtTime(0.25, from + seconds - 0.2);
  volume.gain.linearRampToValueAtTime(0, from + seconds);
  const tone = new OscillatorNode(context, { frequency: hertz });
  tone.connect(volume).connect(context.destination);
  const over = new Promise((resolve) => tone.addEventListener('ended', resolve));
  tone.start(from);
  tone.stop(from + seconds);
  await over;
  await context.close();
}
