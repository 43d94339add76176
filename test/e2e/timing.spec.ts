import { TimingEvent } from '../../contracts/timing';
import { useBrowser } from './support/browser';
import { atTheDoor, begin, recordsOf, recruitFor } from './support/running-here';
import { seeHeading } from './support/see';

const browser = useBrowser();
/** A page that shows something for two seconds, and is busy for a moment of them. */
const busy = {
  'index.html': Buffer.from(`<!doctype html><title>Busy</title><p>Look here</p>
<script>
setTimeout(() => { const until = performance.now() + 300; while (performance.now() < until); }, 1000);
setTimeout(() => commonlab.record({ a: 1 }).then(() => commonlab.finish()), 2000);
</script>`),
};

it('A page of a study tells before its end how exactly it could show and measure', async () => {
  const study = await recruitFor(busy, 'Look here');
  const { page, participation } = await atTheDoor(browser, study);
  await page.goto(`/run/${participation}`);
  await begin(page);
  await seeHeading(page, 'All of your answers have arrived');
  const records = await recordsOf(study.session_id);
  expect(records.map(({ kind }) => kind).filter((kind) => kind !== 'event')).toEqual([
    'trial',
    'finish',
  ]);
  const told = records.flatMap(({ kind, data }) =>
    kind === 'event' && data.includes('"timing"') ? [TimingEvent.parse(JSON.parse(data))] : [],
  );
  expect(told).toHaveLength(1);
  const [timing] = told;
  expect(timing?.frames).toBeGreaterThan(30);
  expect(timing?.longest_ms).toBeGreaterThan(250);
  expect(timing?.missed).toBeGreaterThan(0);
  expect(timing?.long_tasks).toBeGreaterThan(0);
  expect(timing?.clock_ms).toBeLessThan(1);
});
