import { emptyTimeline, type Timeline, type Trial } from '../../../contracts/timeline/timeline';
import { forkChanges, type ForkedStudyContent } from './fork-changes.rule';

const state = (more: Partial<ForkedStudyContent> = {}): ForkedStudyContent => ({
  title: 'Stroop',
  description: 'Colours and words.',
  duration_minutes: 10,
  maximum_minutes: 30,
  additional_notes: null,
  requirements: ['desktop'],
  allow_repeats: false,
  offers_credit: true,
  consent: null,
  runtime: { kind: 'builder', hosts: [], resume: { mode: 'trial', hours: 2 } },
  timeline: null,
  files: { 'red.png': 'aa', 'blue.png': 'bb' },
  ...more,
});
const changes = (more: Partial<ForkedStudyContent>, base: Partial<ForkedStudyContent> = {}) =>
  forkChanges(state(base), state(more));

const trial = (id: string, name: string, more: Partial<Trial> = {}): Trial => ({
  id,
  type: 'trial',
  name,
  plugin: 'html-keyboard-response',
  parameters: { stimulus: `word of ${id}` },
  ...more,
});
const timeline = (nodes: Timeline['nodes'], more: Partial<Timeline> = {}) =>
  JSON.stringify({ ...emptyTimeline('Stroop', 'en'), nodes, ...more });

describe('The changes of a copy compared with its template', () => {
  it('are none right after it was made, whatever the order of keys and requirements', () => {
    expect(changes({})).toEqual([]);
    const runtime = { resume: { hours: 2, mode: 'trial' }, hosts: [], kind: 'builder' };
    expect(changes({ runtime })).toEqual([]);
    expect(
      changes({ requirements: ['camera', 'phone'] }, { requirements: ['phone', 'camera'] }),
    ).toEqual([]);
  });

  it.each<[Partial<ForkedStudyContent>, object]>([
    [{ title: 'Ours' }, { part: 'title', place: null, before: 'Stroop', after: 'Ours' }],
    [
      { description: 'New' },
      { part: 'description', place: null, before: 'Colours and words.', after: 'New' },
    ],
    [{ duration_minutes: 12 }, { part: 'minutes', place: null, before: '10', after: '12' }],
    [
      { maximum_minutes: 60 },
      { part: 'minutes', place: 'maximum_minutes', before: '30', after: '60' },
    ],
    [
      { additional_notes: 'Quiet room' },
      { part: 'additional_notes', place: null, before: null, after: 'Quiet room' },
    ],
    [
      { requirements: ['phone', 'camera'] },
      { part: 'requirements', place: null, before: 'desktop', after: 'camera, phone' },
    ],
    [{ requirements: [] }, { part: 'requirements', place: null, before: 'desktop', after: null }],
    [
      { offers_credit: false },
      { part: 'runtime', place: 'offers_credit', before: 'true', after: 'false' },
    ],
  ])('name the field of %j', (more, change) => {
    expect(changes(more)).toEqual([change]);
  });

  it('name each file that was added or removed, or whose hash changed', () => {
    expect(changes({ files: { 'blue.png': 'cc', constructor: 'dd' } })).toEqual([
      { part: 'files', place: 'blue.png', before: 'bb', after: 'cc' },
      { part: 'files', place: 'constructor', before: null, after: 'dd' },
      { part: 'files', place: 'red.png', before: 'aa', after: null },
    ]);
  });

  it('name each changed setting of how the study runs', () => {
    expect(changes({ runtime: { kind: 'hosted', hosts: ['https://a.example'] } })).toEqual([
      { part: 'runtime', place: 'hosts', before: '[]', after: '["https://a.example"]' },
      { part: 'runtime', place: 'kind', before: 'builder', after: 'hosted' },
      { part: 'runtime', place: 'resume', before: '{"hours":2,"mode":"trial"}', after: null },
    ]);
    expect(changes({ runtime: null }, { runtime: null })).toEqual([]);
  });

  it('include the consent form once the copy has one', () => {
    const form = { title: 'Consent', text: 'I agree.' };
    expect(changes({ consent: null }, { consent: form })).toEqual([]);
    expect(changes({ consent: form }, { consent: form })).toEqual([]);
    expect(changes({ consent: { ...form, text: 'We agree.' } }, { consent: form })).toEqual([
      {
        part: 'consent',
        place: null,
        before: 'Consent\n\nI agree.',
        after: 'Consent\n\nWe agree.',
      },
    ]);
    expect(changes({ consent: form })).toMatchObject([{ part: 'consent', before: null }]);
  });
});

describe('The changes of a timeline', () => {
  const block = (nodes: Timeline['nodes'], more: object = {}) => ({
    id: 'b',
    type: 'block' as const,
    name: 'Practice',
    nodes,
    ...more,
  });
  const base = timeline([block([trial('a', 'Red'), trial('c', '')])]);

  it('name the trial that changed, in words', () => {
    const after = timeline([
      block([
        trial('a', 'Red', { parameters: { stimulus: 'GREEN', choices: ['f'] } }),
        trial('c', ''),
      ]),
    ]);
    expect(changes({ timeline: after }, { timeline: base })).toEqual([
      {
        part: 'timeline',
        place: 'Red',
        before: 'name: Red\nplugin: html-keyboard-response\nstimulus: word of a',
        after: 'choices: ["f"]\nname: Red\nplugin: html-keyboard-response\nstimulus: GREEN',
      },
    ]);
  });

  it('name the block whose rounds or order changed, and nothing within it', () => {
    const after = timeline([
      block([trial('c', ''), trial('a', 'Red')], { repetitions: 3, randomize_order: undefined }),
    ]);
    expect(changes({ timeline: after }, { timeline: base })).toEqual([
      {
        part: 'timeline',
        place: 'Practice',
        before: 'name: Practice\nnodes: ["Red","html-keyboard-response"]',
        after: 'name: Practice\nnodes: ["html-keyboard-response","Red"]\nrepetitions: 3',
      },
    ]);
  });

  it('name trials that were added and removed, by id if two have one name', () => {
    const after = timeline([block([trial('a', 'Red'), trial('d', 'Red')])]);
    expect(
      changes({ timeline: after }, { timeline: base }).map(({ place, before, after: now }) => [
        place,
        before !== null,
        now !== null,
      ]),
    ).toEqual([
      ['Practice', true, true],
      ['Red (d)', false, true],
      ['html-keyboard-response', true, false],
    ]);
  });

  it('name no block or trial when a setting of the whole timeline changed', () => {
    const after = timeline([block([trial('a', 'Red'), trial('c', '')])], {
      settings: { background: '#ffffff' },
    });
    expect(changes({ timeline: after }, { timeline: base })).toMatchObject([
      { part: 'timeline', place: null, after: expect.stringContaining('background: #ffffff') },
    ]);
  });

  it('keep texts with characters that a database refuses', () => {
    const after = timeline([trial('a', 'Red', { parameters: { stimulus: 'a\0b' } })]);
    expect(changes({ timeline: after }, { timeline: timeline([]) })).toMatchObject([
      { place: null },
      { place: 'Red', before: null, after: expect.stringContaining('a\0b') },
    ]);
  });

  it('are the whole timeline when one of the two studies has none', () => {
    expect(changes({ timeline: base }).map(({ place }) => place)).toEqual([
      null,
      'Practice',
      'Red',
      'html-keyboard-response',
    ]);
    expect(changes({}, { timeline: base }).every(({ after }) => after === null)).toBe(true);
  });
});
