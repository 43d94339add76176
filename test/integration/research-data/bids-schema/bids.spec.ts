/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import { bidsVersion } from '../../../../server/research-data/bids-psych-ds/bids/bids.rule';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import { launchHostedStudy } from '../../runtime/running';
import { studyExportRequestsOf, trialRecord } from '../exporting';
import { faultsByBidsSchema, versionOfBidsSchema } from './validate-by-bids-schema';

let run: RunningApp;
const clock = new TestClock();
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());

const records = [
  trialRecord({
    trial_type: 'html-keyboard-response',
    rt: 412.5,
    onset: 0.5,
    duration: 1,
    word: 'a\tb\u007f',
  }),
  trialRecord({
    trial_type: 'survey-likert',
    response: { like: 1 },
    onset: 2.5,
    text: '\ud83d',
    none: '',
  }),
];

describe('A BIDS dataset, validated by the schema that the standard publishes', () => {
  it('has no faults, and the validation finds each fault that the test adds', async () => {
    expect(versionOfBidsSchema).toBe(bidsVersion);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    await tookPart(r, records, 'completed');
    await tookPart(r, records);
    await tookPart(r, records, 'open');
    const body = { format: 'bids', unfinished: true };
    const { files } = await downloaded(r.study_id, r.researcher, body);
    expect(faultsByBidsSchema(files)).toEqual([]);
    const events = Object.keys(files).find((path) => path.endsWith('_events.tsv')) ?? '';
    const phenotype = Object.keys(files).find((path) => path.startsWith('phenotype/')) ?? '';
    expect([events, phenotype]).not.toContain('');
    const planted: [string, Record<string, string | undefined>][] = [
      ['a subject without its folder', { 'sub-1_task-Stroop_beh.tsv': 'a\n' }],
      ['entities in another order', { 'sub-1/beh/task-A_sub-1_beh.tsv': 'a\n' }],
      ['a name that the standard does not know', { 'runs.tsv': 'a\n' }],
      ['no participant_id', { 'participants.tsv': 'who\n1\n' }],
      ['a participant of another form', { 'participants.tsv': 'participant_id\nann\n' }],
      ['a row that is a cell short', { 'participants.tsv': 'participant_id\truns\nsub-1\n' }],
      ['an onset that is no number', { [events]: 'onset\tduration\nsoon\t1\n' }],
      ['no version', { 'dataset_description.json': '{"Name":"A"}' }],
      ['a limit that is a text', { 'participants.json': '{"age":{"Minimum":"low"}}' }],
      ['levels in a list', { 'participants.json': '{"age":{"Levels":["a"]}}' }],
    ];
    for (const [what, changed] of planted)
      expect([
        what,
        faultsByBidsSchema({ ...files, ...changed } as Record<string, string>),
      ]).not.toEqual([what, []]);
  });
});
