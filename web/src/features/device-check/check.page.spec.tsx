import { act, screen, within } from '@testing-library/react';
import { readStudy } from '../../../../contracts/studies/studies';
import { aStudy } from '../../test/a-study';
import { fakeServer, on } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { user } from '../../test/user';

/** A fake camera, which jsdom lacks, and a fake answer to the browser's permission prompt. */
class FakeTrack extends EventTarget {
  readyState = 'live';
  stop() {
    this.readyState = 'ended';
  }
}
interface Question {
  wanted: MediaStreamConstraints;
  allow: () => FakeTrack;
  refuse: (name: string) => void;
}
let questions: Question[];
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value });

beforeEach(async () => {
  await freshBrowser();
  questions = [];
  define(navigator, 'mediaDevices', {
    getUserMedia: (wanted: MediaStreamConstraints) =>
      new Promise((resolve, reject) => {
        questions.push({
          wanted,
          allow: () => {
            const track = new FakeTrack();
            resolve({ getTracks: () => [track] });
            return track;
          },
          refuse: (name) => reject(new DOMException('', name)),
        });
      }),
  });
  // jsdom has no navigation entries. This entry says that the browser loaded /check as a new
  // document.
  define(performance, 'getEntriesByType', () => [{ name: `${location.origin}/check` }]);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  Reflect.deleteProperty(performance, 'getEntriesByType');
});

const part = async (name: string) => within(await screen.findByRole('region', { name }));
const asked = (index = 0) => {
  const question = questions[index];
  if (!question) throw new Error(`nothing was asked for a ${index + 1}. time`);
  return question;
};
const allow = (index = 0) => act(async () => Promise.resolve(asked(index).allow()));
const refuse = (name: string) =>
  act(async () => {
    asked().refuse(name);
    await Promise.resolve();
  });
const openCamera = async () => {
  const view = renderPage('/check');
  const camera = await part('Camera');
  await user.click(camera.getByRole('button', { name: 'Test the camera' }));
  return { ...view, camera };
};

test('access to a device is requested only after its button is pressed', async () => {
  const { camera } = await openCamera();
  expect(questions.map(({ wanted }) => wanted)).toEqual([{ video: true }]);
  expect(camera.getByRole('status')).toHaveTextContent('whether this page may use the camera');
});

test.each([
  ['NotAllowedError', 'The camera was not allowed. To allow it, open the settings'],
  ['NotFoundError', 'No camera was found'],
  ['NotReadableError', 'Another program is using the camera'],
  ['UnknownError', 'The camera did not start'],
])('the fault %s is explained with advice, and the test can be repeated', async (name, words) => {
  const { camera } = await openCamera();
  await refuse(name);
  expect(camera.getByRole('status')).toHaveTextContent(words);
  expect(camera.getByText('Not ready')).toBeVisible();
  await user.click(camera.getByRole('button', { name: 'Test the camera' }));
  expect(questions).toHaveLength(2);
});

test('a browser without media devices is reported', async () => {
  define(navigator, 'mediaDevices', undefined);
  const { camera } = await openCamera();
  expect(camera.getByRole('status')).toHaveTextContent("This browser can't use a camera here");
});

test('stopping releases the camera', async () => {
  const { camera } = await openCamera();
  const track = await allow();
  expect(track.readyState).toBe('live');
  await user.click(camera.getByRole('button', { name: 'Stop' }));
  expect(track.readyState).toBe('ended');
  expect(camera.getByText('Not tried yet')).toBeVisible();
});

test('leaving the page releases the camera', async () => {
  await openCamera();
  const track = await allow();
  act(() => {
    window.dispatchEvent(new Event('pagehide'));
  });
  expect(track.readyState).toBe('ended');
});

test('a permission that is granted after leaving the page is given up immediately', async () => {
  await openCamera();
  act(() => {
    window.dispatchEvent(new Event('pagehide'));
  });
  expect((await allow()).readyState).toBe('ended');
});

test('an unplugged camera is reported as missing', async () => {
  const { camera } = await openCamera();
  const track = await allow();
  act(() => {
    track.dispatchEvent(new Event('ended'));
  });
  expect(camera.getByRole('status')).toHaveTextContent('No camera was found');
});

test('the check of a study tests what the study needs, and reports what does not fit', async () => {
  const study = aStudy({ requirements: ['tablet', 'phone', 'camera', 'speech_recognition'] });
  fakeServer(on(readStudy).answer(() => ({ status: 200, body: study })));
  renderPage(`/study/details/${study._id}/check`);
  expect((await part('Device')).getByRole('status')).toHaveTextContent(
    "This is a computer. This study needs a tablet or a phone. Open the study's page there.",
  );
  expect((await part('Browser')).getByRole('status')).toHaveTextContent(
    'This study needs speech recognition, which is available only in Google Chrome.',
  );
  await part('Camera');
  expect(screen.queryByRole('region', { name: 'Microphone' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to the study' })).toHaveAttribute(
    'href',
    `/study/details/${study._id}`,
  );
});
