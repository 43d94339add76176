import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import { makeConsent } from '../studies/fixtures';
import { experimentFiles, versionRequestsOf } from '../study-files/own-files';
import { rehearsalRequestsOf } from './rehearsing';
import {
  finishRecordOf,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
} from './running';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const withScript = (script: string) => ({ ...experimentFiles(), 'js/main.js': script });

/**
 * Makes a draft whose files contain this script. Apart from the script, the draft is ready to
 * launch.
 */
async function draft(script: string) {
  const of = rehearsalRequestsOf(run);
  const { study, researcher, version } = await of.hosted();
  const { _id } = await versionRequestsOf(run).uploaded(study, researcher, withScript(script));
  const set = async (id: string) => {
    const body = { runtime: versionRequestsOf(run).hosted({ _id: id } as StudyVersion) };
    const answer = await of.ask('PUT', `/api/studies/${study}/`, researcher, body);
    expect(answer.status).toBe(200);
  };
  await set(_id);
  await makeConsent(run, researcher, study);
  const session = await of.ask<{ _id: string }>(
    'POST',
    `/api/studies/${study}/sessions/`,
    researcher,
    { capacity: 3 },
  );
  const launch = async () => {
    const path = `/api/sessions/${session.body._id}/`;
    const { status, body } = await of.ask('PUT', path, researcher, { state: 'active' });
    return status === 200 ? 'launched' : body.code;
  };
  const rehearse = async () => {
    const made = await of.make(study, researcher, { mode: 'by-hand', participants: 1 });
    expect(made.status).toBe(201);
    return made.body._id;
  };
  return { ...of, study, researcher, launch, rehearse, set, other: version };
}
const event = { kind: 'event' as const, data: '{"type":"blur"}' };

describe('The launch of a version whose report has a doubt', () => {
  it.each([
    ['no answer would be stored', 'commonlab.finish();'],
    ['it has no end', 'commonlab.record({ a: 1 });'],
    ['both', 'document.title += "!";'],
  ])('is refused until a rehearsal has finished and stored answers: %s', async (_, script) => {
    const { launch, rehearse, through, researcher } = await draft(script);
    expect(await launch()).toBe('rehearsal_missing');
    await through(await rehearse(), researcher, [event, ...trialRecords(1)]);
    expect(await launch()).toBe('launched');
  });

  it('needs rehearsals that show what the report doubts: an end, or answers', async () => {
    const stopped = async (one: Awaited<ReturnType<typeof draft>>, who: TestPerson) => {
      const id = await one.rehearse();
      const simulated = await one.next(id, who);
      expect((await one.send(id, who, simulated, recordsToSend(trialRecords(2)))).status).toBe(200);
      await one.end(id, who, simulated, { outcome: 'stopped' });
    };
    const one = await draft('document.title += "!";');
    const { launch, rehearse, through, researcher } = one;
    await through(await rehearse(), researcher, [event]);
    expect(await launch()).toBe('rehearsal_missing');
    // An earlier rehearsal already showed that this version stores answers and ends.
    await stopped(one, researcher);
    expect(await launch()).toBe('launched');

    const other = await draft('commonlab.record({ a: 1 });');
    await stopped(other, other.researcher);
    expect(await other.launch()).toBe('rehearsal_missing');
  });

  it('ignores rehearsals of another version', async () => {
    const { launch, rehearse, through, researcher, set, study } = await draft('a = 1;');
    await through(await rehearse(), researcher, trialRecords(1));
    const next = await versionRequestsOf(run).uploaded(study, researcher, withScript('a = 2;'));
    await set(next._id);
    expect(await launch()).toBe('rehearsal_missing');
  });

  it('needs no rehearsal if the report has no doubt', async () => {
    const { launch } = await draft(experimentFiles()['js/main.js'] ?? '');
    expect(await launch()).toBe('launched');
  });
});

it('the researchers see an error for runs that the participants had to end because the study did not', async () => {
  const { take, send, ask } = runRequestsOf(run);
  const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
  const [first, second] = [await take(r), await take(r)];
  const made = [
    ...trialRecords(2),
    { kind: 'event' as const, data: JSON.stringify({ type: 'ended_by_participant' }) },
  ];
  for (const taking of [first, second])
    await send(taking, recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]));
  const path = `/api/sessions/${r.session_id}/run-errors/`;
  const { body } = await ask<{ items: object[] }>('GET', path, r.researcher);
  expect(body.items).toEqual([
    expect.objectContaining({ kind: 'no_end', message: '', file: null, line: null, runs: 2 }),
  ]);
});
