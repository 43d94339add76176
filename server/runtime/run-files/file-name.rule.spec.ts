import { reserveUnusedPath, toPortableFileName } from './file-name.rule';

describe('The name of a file that a study made', () => {
  it.each([
    ['voice 1.webm', 'voice_1.webm'],
    ['../../etc/passwd', 'etc_passwd'],
    ['Größe.wav', 'Große.wav'.replace('ß', '_')],
    ['..', 'file'],
    ['録音.webm', 'webm'],
    ['con.webm', 'file_con.webm'],
    ['a\\b:c*.txt', 'a_b_c_.txt'],
    [`${'x'.repeat(300)}.webm`, `${'x'.repeat(80)}.webm`],
  ])('%s is written as %s', (name, safe) => {
    expect(toPortableFileName(name)).toBe(safe);
  });

  it('is used once per run, ignoring case', () => {
    const taken = new Set<string>();
    expect(reserveUnusedPath('files/a-1/voice.webm', taken)).toBe('files/a-1/voice.webm');
    expect(reserveUnusedPath('files/a-1/Voice.webm', taken)).toBe('files/a-1/Voice-2.webm');
    expect(reserveUnusedPath('files/a-1/voice.webm', taken)).toBe('files/a-1/voice-3.webm');
    expect(reserveUnusedPath('files/b-1/voice.webm', taken)).toBe('files/b-1/voice.webm');
  });
});
