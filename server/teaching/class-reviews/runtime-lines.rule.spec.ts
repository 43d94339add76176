import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { teachingTexts } from '../teaching-texts';
import { describeRuntime } from './runtime-lines.rule';

const runtime: HostedRuntime = {
  kind: 'hosted',
  version_id: '018f0000-0000-7000-8000-000000000001',
  sha256: 'a'.repeat(64),
  entry: 'index.html',
  resume: { mode: 'trial', hours: 24 },
  hosts: ['https://example.org'],
  needs: ['microphone'],
  expected_records: 40,
  conditions: {
    draw: 'blocks',
    repeats: 2,
    blinded: true,
    cells: [
      { name: 'fast', share: 2, values: { ms: 100, word: 'red' } },
      { name: 'slow', share: 1, values: {} },
    ],
  },
  shares: true,
  frames: false,
  reasons: { reads_pixels: 'Participants draw.' },
  own_code: true,
  beforehand: { files: ['img/', 'sound.mp3'], begins_without: true },
};
const inEnglish = (one: Parameters<typeof describeRuntime>[0]) =>
  describeRuntime(one, teachingTexts.in('en').t);

describe('The runtime of a study, written as lines', () => {
  it('has a line for each setting that a launch freezes', () =>
    expect(inEnglish(runtime)).toEqual([
      'Begins with index.html',
      'Who comes back within 24 hours goes on with the next trial',
      'Loads from and sends to https://example.org',
      'Records with the microphone',
      'Runs with fewer than 40 records are marked',
      'Conditions are drawn in blocks, each condition 2 times its share',
      'Counts by condition show once the session is closed',
      'Condition fast, share 2: {"ms":100,"word":"red"}',
      'Condition slow, share 1: {}',
      'Its pages pass data on to the pages of other participants',
      'Its pages show no frames',
      'Reads the pixels of pictures: Participants draw.',
      'It has code of its own',
      'Loads img/ beforehand',
      'Loads sound.mp3 beforehand',
      'Begins without files that fail to load',
    ]));

  it('has no lines when the study runs elsewhere, or has no runtime yet', () => {
    expect(inEnglish(null)).toEqual([]);
    expect(inEnglish({ kind: 'notes', completes: 'participant' })).toEqual([]);
  });

  it.each<[string, Partial<HostedRuntime>]>([
    ['the first page', { entry: 'start.html' }],
    ['how to go on', { resume: { mode: 'restart', hours: 24 } }],
    ['until when to go on', { resume: { mode: 'trial', hours: 48 } }],
    ['a host', { hosts: ['https://example.com'] }],
    ['no host', { hosts: [] }],
    ['a device', { needs: ['camera'] }],
    ['no device', { needs: [] }],
    ['the expected records', { expected_records: 41 }],
    ['no expected records', { expected_records: null }],
    ['no conditions', { conditions: null }],
    ['shared data', { shares: false }],
    ['frames', { frames: true }],
    ['a reason', { reasons: { reads_pixels: 'They paint.' } }],
    ['no reasons', { reasons: undefined }],
    ['no own code', { own_code: false }],
    ['files beforehand', { beforehand: { files: 'all', begins_without: true } }],
    ['when it begins', { beforehand: { files: ['img/', 'sound.mp3'], begins_without: false } }],
    ['nothing beforehand', { beforehand: undefined }],
  ])('changes with %s, in each language', (_, change) => {
    for (const language of teachingTexts.spoken) {
      const { t } = teachingTexts.in(language);
      const changed = { ...runtime, ...change };
      expect(describeRuntime(changed, t)).not.toEqual(describeRuntime(runtime, t));
    }
  });

  it('changes with each part of its conditions', () => {
    const { conditions } = runtime;
    if (!conditions) throw new Error('no conditions');
    const cells = conditions.cells.map((cell) => ({ ...cell }));
    const changes = [
      { ...conditions, draw: 'weights' as const },
      { ...conditions, repeats: 3 },
      { ...conditions, blinded: false },
      { ...conditions, cells: cells.map((cell) => ({ ...cell, name: `${cell.name}er` })) },
      { ...conditions, cells: cells.map((cell) => ({ ...cell, share: cell.share + 1 })) },
      { ...conditions, cells: cells.map((cell) => ({ ...cell, values: { ms: 7 } })) },
    ];
    for (const changed of changes)
      expect(inEnglish({ ...runtime, conditions: changed })).not.toEqual(inEnglish(runtime));
  });
});
