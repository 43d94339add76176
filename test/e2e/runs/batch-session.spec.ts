import type { Page } from 'playwright-core';
import { callApi, demoPerson } from '../support/api';
import { seriousViolations } from '../support/accessibility';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();

const description = {
  version: '3',
  data: {
    title: 'Shared',
    dirName: 'task',
    componentList: [
      { uuid: 'draw', title: 'Draw', htmlFilePath: 'draw.html', active: true },
      { uuid: 'wait', title: 'Wait', htmlFilePath: 'wait.html', active: true },
    ],
  },
};
/** A study that draws a condition and waits for other participants, as JATOS studies do. */
const files = {
  'task.jas': Buffer.from(JSON.stringify(description)),
  'task/draw.html': Buffer.from(`<!doctype html><html lang="en"><head><title>Draw</title>
<script src="jatos.js"></script></head><body><h1>Draw</h1><button>Draw</button><p></p><script>
const draw = () => {
  const left = jatos.batchSession.get('left') || ['fast', 'slow'];
  const mine = left.shift();
  return jatos.batchSession.set('left', left).then(() => mine, draw);
};
// Adding a value to the batch session fails if another participant has changed it meanwhile, so the
// study tries again.
const tell = (condition) =>
  jatos.batchSession.add('/' + jatos.workerId, { condition }).then(undefined, () => tell(condition));
document.querySelector('button').onclick = async () => {
  const mine = await draw();
  await tell(mine);
  jatos.startNextComponent({ condition: mine });
};
</script></body></html>`),
  'task/wait.html': Buffer.from(`<!doctype html><html lang="en"><head><title>Wait</title>
<script src="jatos.js"></script></head><body><h1>Wait</h1><p></p><button>Ready</button><script>
const show = () => {
  const all = jatos.batchSession.getAll();
  const mine = all[jatos.workerId].condition;
  const others = Object.keys(all).filter((name) => name !== 'left' && name !== jatos.workerId);
  document.querySelector('p').textContent = 'I am ' + mine + ', with ' + others.length + ' other';
  if (all.ready && !window.ended) window.ended = jatos.endStudy({ mine });
};
document.querySelector('button').onclick = () => jatos.batchSession.set('ready', true).then(show);
jatos.onLoad(() => {
  show();
  jatos.onBatchSession((path, op) => {
    document.querySelector('h1').textContent = op + ' ' + path.slice(0, 6);
    show();
  });
});</script></body></html>`),
};
const runtime = { entry: 'task/draw.html', resume: { mode: 'component', hours: 24 } };
const inFrame = (page: Page) => page.frameLocator('iframe');
const draw = (page: Page) => inFrame(page).getByRole('button', { name: 'Draw' });

describe('JATOS study whose participants share a batch session', () => {
  it('draws each condition once, receives changes of other participants, and shows each person what the other shared', async () => {
    const study = await launchUploadedStudy(files, 'Shared by two', runtime);
    const people = [
      await enrolAndOpenStudy(browser, study),
      await enrolAndOpenStudy(browser, study),
    ];
    for (const { page, participation } of people) {
      await page.goto(`/run/${participation}`);
      await see(page.getByText('Its pages can pass on what you do to the pages of others'));
      await clickBegin(page);
      await see(draw(page));
    }
    // Both participants draw at the same time from the same version of the batch session: one of
    // them gets a conflict, and draws again.
    await Promise.all(people.map(({ page }) => draw(page).click()));
    const texts = await Promise.all(
      people.map(async ({ page }) => {
        const text = inFrame(page).getByText(/^I am (fast|slow), with 1 other$/);
        await see(text);
        return text.textContent();
      }),
    );
    expect(texts.sort()).toEqual(['I am fast, with 1 other', 'I am slow, with 1 other']);

    const [one, two] = people;
    if (!one || !two) throw new Error('nobody takes part');
    await inFrame(one.page).getByRole('button', { name: 'Ready' }).click();
    // Both pages learn that all conditions were drawn: one by its own change, the other one by
    // polling.
    for (const { page } of people) await seeHeading(page, 'All of your answers have arrived');

    const records = await recordsOfSession(study.session_id);
    const events = records
      .filter(({ kind }) => kind === 'event')
      .map(({ data }) => JSON.parse(data) as { type: string });
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);

    const signedIn = await demoPerson('researcher');
    const { document: shared } = await callApi<{ document: Record<string, unknown> }>(
      'GET',
      `/api/sessions/${study.session_id}/batch-session/`,
      { token: signedIn.token },
    );
    const { left, ready, ...drawn } = shared;
    expect([left, ready]).toEqual([[], true]);
    const conditions = Object.values(drawn).map((of) => (of as { condition: string }).condition);
    expect(conditions.sort()).toEqual(['fast', 'slow']);

    const researcher = await browser.open({ as: signedIn });
    await researcher.goto(`/sessions/${study.session_id}#data`);
    const region = researcher.getByRole('region', { name: 'Shared by participants' });
    await see(region.getByText('"condition": "slow"'));
    expect(await seriousViolations(researcher)).toEqual([]);
    const saved = researcher.waitForEvent('download');
    await researcher.getByRole('button', { name: 'Save as JSON' }).click();
    expect((await saved).suggestedFilename()).toBe('shared.json');
  });
});
