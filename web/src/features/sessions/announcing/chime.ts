let audio: AudioContext | undefined;
let isWaking = false;

const notes = { taken: [659.26], full: [659.26, 987.77] } as const;
const lengthS = 0.35;
/** The volume, between 0 and 1: audible in a quiet room, without drawing attention. */
const volume = 0.06;

function sound(on: AudioContext, what: keyof typeof notes): void {
  for (const [i, hertz] of notes[what].entries()) {
    const at = on.currentTime + i * 0.18;
    const tone = on.createOscillator();
    const loudness = on.createGain();
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(volume, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + lengthS);
    tone.connect(loudness).connect(on.destination);
    tone.start(at);
    tone.stop(at + lengthS);
  }
}

/**
 * Plays a soft tone, which is generated, so that nothing has to be loaded. It plays nothing if the
 * browser has no sound. It also plays nothing before the first click or key on the page: the
 * browser would hold these tones back and then play all of them together.
 */
export function playChime(what: keyof typeof notes): void {
  if (typeof AudioContext === 'undefined' || isWaking) return;
  // Without `userActivation`, the state of the AudioContext alone decides whether sound is allowed.
  const touched = (navigator as Partial<Navigator>).userActivation?.hasBeenActive ?? true;
  if (!touched) return;
  const on = (audio ??= new AudioContext());
  if (on.state === 'running') {
    sound(on, what);
    return;
  }
  isWaking = true;
  void on
    .resume()
    .then(
      () => sound(on, what),
      () => undefined,
    )
    .finally(() => {
      isWaking = false;
    });
}
