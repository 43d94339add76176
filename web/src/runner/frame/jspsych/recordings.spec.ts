import { FrameRecordings, recordingIn } from './recordings';

const webm = (length = 300) =>
  Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(length, 7)]).toString('base64');
const png = (length: number) => `data:image/png;base64,${Buffer.alloc(length).toString('base64')}`;

describe('A recording in the data of a trial', () => {
  it.each([
    ['WebM of a microphone', webm(), 'audio/webm', 'webm'],
    ['an address of data', `data:video/webm;codecs=vp8;base64,${webm()}`, 'video/webm', 'webm'],
    ['MP4', Buffer.from('\0\0\0 ftypisom'.padEnd(300)).toString('base64'), 'audio/mp4', 'm4a'],
    ['WAV', Buffer.from('RIFF1234WAVEfmt '.padEnd(300)).toString('base64'), 'audio/wav', 'wav'],
    ['a large drawing', png(150_000), 'image/png', 'png'],
  ])('is recognized: %s', (_, value, type, ending) => {
    const found = recordingIn(value, 'audio');
    expect(found?.blob.type).toBe(type);
    expect(found?.ending).toBe(ending);
    expect(found?.blob.size).toBeGreaterThan(200);
  });

  it.each([
    ['a number', 5],
    ['words', 'I said it. '.repeat(50)],
    ['letters that could be base64', 'abcd'.repeat(100)],
    ['a small drawing', png(300)],
    ['one that was cut', `${webm()}*`],
    ['a short text', 'GkXfo'],
  ])('is not recognized: %s', (_, value) => {
    expect(recordingIn(value, 'audio')).toBeUndefined();
  });
});

describe('The recordings of a run', () => {
  const promised = () => {
    let resolve: () => void = () => undefined;
    let reject: (reason: unknown) => void = () => undefined;
    const promise = new Promise<void>((yes, no) => ([resolve, reject] = [yes, no]));
    return { promise, resolve: () => resolve(), reject: (reason: unknown) => reject(reason) };
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));

  it('are named in the record of their trial, which is written once they are stored, in the order of trials', async () => {
    const kept = promised();
    const names: string[] = [];
    const recordings = new FrameRecordings(
      (name) => (names.push(name), kept.promise),
      () => undefined,
    );
    const trial = { trial_type: 'html-audio-response', response: webm(), rt: 5 };
    const written: string[] = [];
    recordings.take(trial, 0);
    recordings.after(() => written.push(recordings.text(trial)));
    recordings.after(() => written.push('the next trial'));
    await settle();
    expect(written).toEqual([]);
    kept.resolve();
    await settle();
    expect(names).toEqual([expect.stringMatching(/^response-1-\w+\.webm$/)]);
    expect(written).toEqual([JSON.stringify({ ...trial, response: names[0] }), 'the next trial']);
    recordings.after(() => written.push('at once'));
    expect(written.at(-1)).toBe('at once');
    // The recording itself is still there for the study's own code.
    expect(trial.response).toBe(webm());
    recordings.take(trial, 0);
    expect(names).toHaveLength(1);
  });

  it('are named in the record of their trial even if the page is closed while they are being sent', async () => {
    const kept = promised();
    const recordings = new FrameRecordings(() => kept.promise, jest.fn());
    const trial = { trial_type: 'html-audio-response', response: webm() };
    const written: string[] = [];
    recordings.take(trial, 0);
    recordings.after(() => written.push(recordings.text(trial)));
    recordings.after(() => written.push('the next trial'));
    dispatchEvent(new Event('pagehide'));
    expect(written).toEqual([expect.stringMatching(/"response-1-\w+\.webm"/), 'the next trial']);
    kept.resolve();
    await settle();
    expect(written).toHaveLength(2);
  });

  it('that are refused are reported, and removed from the data of their trial', async () => {
    const refused: unknown[] = [];
    const recordings = new FrameRecordings(
      () => Promise.reject(Object.assign(new Error('full'), { code: 'files_full' })),
      (name, reason) => refused.push(name, reason),
    );
    const trial = { trial_type: 'html-video-response', response: webm() };
    recordings.take(trial, 4);
    let written = '';
    recordings.after(() => (written = recordings.text(trial)));
    await settle();
    expect(JSON.parse(written)).toEqual({ trial_type: 'html-video-response', response: null });
    expect(refused).toEqual([
      expect.stringMatching(/^response-5-/),
      expect.objectContaining({ code: 'files_full' }),
    ]);
  });
});
