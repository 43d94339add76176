import { eventually } from '../../support/chance/wait';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  onePageStudyFiles,
  launchUploadedStudy,
} from '../support/running-here';
import { waitUntilHidden, see, seeText } from '../support/see';

const browser = useBrowser();

it('the page shows that the study is opening, and does not claim that data is saved, until the study shows its first picture', async () => {
  const study = await launchUploadedStudy(onePageStudyFiles, 'Slow to come');
  const { page, participation } = await enrolAndOpenStudy(browser, study);
  const held: (() => Promise<void>)[] = [];
  let isHeld = true;
  await page.route(/\/s\/[^/]+\//, (route) =>
    isHeld ? void held.push(() => route.continue()) : route.continue(),
  );
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await seeText(page, 'Opening the study…');
  await eventually(
    () => held.length,
    (count) => count > 0,
  );
  expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
  await seeText(page, 'Still opening. A slow connection takes a moment.');
  isHeld = false;
  await Promise.all(held.map((release) => release()));
  await waitUntilHidden(page.getByText('Still opening.'));
  await see(page.frameLocator('iframe').locator('body'));
});
