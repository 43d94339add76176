import type { Timeline } from '../../../contracts/timeline/timeline';
import { useBrowser } from '../support/browser';
import {
  apiCallerOfDemoResearcher,
  createBuilderStudy,
  smallTimeline,
  keyboardTrial,
} from '../support/builder-studies';
import { runningProduct } from '../support/product';
import { see } from '../support/see';

const browser = useBrowser();

describe('preview of a builder draft', () => {
  it('restarts with each change, and reports its trials and errors to the editor', async () => {
    const call = await apiCallerOfDemoResearcher();
    const { _id: study } = await createBuilderStudy(call);
    const { url } = await call<{ url: string }>('POST', `/api/studies/${study}/timeline/preview/`);
    const page = await browser.open({ cookiesAccepted: false });
    await page.goto(`${runningProduct().url}/`);
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.style.cssText = 'position: fixed; inset: 0; z-index: 9999; background: white';
      frame.src = src;
      const said: { type: string; run?: number; node?: string }[] = [];
      Object.assign(window, { said, frame });
      addEventListener(
        'message',
        ({ data, source }: MessageEvent<{ commonlab?: string; type: string }>) => {
          if (source === frame.contentWindow && data.commonlab === 'preview') said.push(data);
        },
      );
      document.body.append(frame);
    }, url);
    const said = (type: string) =>
      page.waitForFunction(
        (wanted) =>
          (window as typeof window & { said: { type: string }[] }).said.find(
            (one) => one.type === wanted,
          ),
        type,
      );
    const show = (run: number, timeline: Timeline, only: string | null) =>
      page.evaluate(
        (request) =>
          (window as typeof window & { frame: HTMLIFrameElement }).frame.contentWindow?.postMessage(
            JSON.parse(request) as unknown,
            '*',
          ),
        JSON.stringify({
          commonlab: 'preview',
          type: 'run',
          run,
          timeline,
          only,
          from: null,
          condition: { group: 'a' },
        }),
      );
    await said('ready');
    await show(1, smallTimeline, null);
    await see(page.frameLocator('iframe').getByText('RED', { exact: true }));
    await show(2, smallTimeline, 'sorry');
    await see(page.frameLocator('iframe').getByText('Sorry'));
    await page.frameLocator('iframe').locator('body').press('x');
    expect(await (await said('finished')).jsonValue()).toMatchObject({ run: 2 });
    const broken = keyboardTrial('broken', { stimulus: { $js: 'nothing.here' } });
    await show(3, { ...smallTimeline, nodes: [broken] }, null);
    expect(await (await said('error')).jsonValue()).toMatchObject({
      run: 3,
      message: expect.stringContaining('nothing') as string,
    });
    browser.problems.splice(0);
  });
});
