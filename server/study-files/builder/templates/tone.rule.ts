const rate = 22_050;
/**
 * The length of fade-in and fade-out in seconds: without them, a tone begins and ends with a click.
 */
const rampSeconds = 0.01;
const loudness = 0.5;

/**
 * Makes a pure tone as WAV with 16 bits and one channel. Equal parameters always give the same
 * bytes.
 */
export function makeToneWav(hertz: number, milliseconds: number): Buffer {
  const samples = Math.round((rate * milliseconds) / 1_000);
  const ramp = Math.round(rate * rampSeconds);
  const file = Buffer.alloc(44 + 2 * samples);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + 2 * samples, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  // The format of the sound: PCM, one channel, samples per second, bytes per second, bytes per
  // sample, bits per sample.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(2 * rate, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(2 * samples, 40);
  for (let i = 0; i < samples; i++) {
    const level = Math.min(1, i / ramp, (samples - 1 - i) / ramp);
    const value = Math.sin((2 * Math.PI * hertz * i) / rate) * loudness * level;
    file.writeInt16LE(Math.round(value * 32_767), 44 + 2 * i);
  }
  return file;
}
