import { screen, within } from '@testing-library/react';
import {
  type ClassReview,
  readClassReview,
  submitForReview,
} from '../../../../../../contracts/teaching/class-studies';
import { readClassroom } from '../../../../../../contracts/teaching/classrooms';
import { changeStudy, readStudy } from '../../../../../../contracts/studies/studies';
import type { HostedRuntime } from '../../../../../../contracts/study-files/hosted-runtime';
import {
  readVersionReport,
  type VersionReport,
} from '../../../../../../contracts/study-files/study-files';
import {
  aBuildingClass,
  aComment,
  aSubmittedContent,
  aReview,
  aStudyOfClass,
  aSubmittedReview,
  repeatedDigest,
} from '../../../../test/class-building';
import { fakeServer, type FakeRoute, on, refusal } from '../../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../../test/render-app';
import { fill, user } from '../../../../test/user';
import i18next from 'i18next';
import { ReviewPanel } from './review-panel';

const runtime = { kind: 'notes', completes: 'participant' } as const;
const study = aStudyOfClass({ runtime });
const reading: HostedRuntime = {
  kind: 'hosted',
  version_id: study._id,
  sha256: 'b'.repeat(64),
  entry: 'index.html',
  resume: { mode: 'restart', hours: 48 },
  hosts: [],
  needs: [],
  shares: false,
  expected_records: null,
  conditions: null,
};
const of = aBuildingClass();
let stored: ClassReview;

function show(
  review: Partial<ClassReview>,
  {
    routes = [],
    more = {},
    saved = true,
  }: { routes?: FakeRoute[]; more?: object; saved?: boolean } = {},
) {
  stored = aReview(review);
  const asked = fakeServer(
    routes,
    on(readClassroom).answer({ status: 200, body: of }),
    on(readClassReview).answer(() => ({ status: 200, body: stored })),
    on(readStudy).answer({ status: 200, body: study }),
    on(submitForReview).answer(({ body }) => {
      stored = aReview({
        state: 'submitted',
        submitted: aSubmittedReview({ words: body.words ?? null }),
      });
      return { status: 201, body: stored };
    }),
  );
  renderPart(
    <ReviewPanel
      study={{ ...study, ...more }}
      classroomId={of._id}
      save={() => Promise.resolve(saved)}
    />,
  );
  return asked;
}
const submit = (name = 'Submit for review') => screen.findByRole('button', { name });
beforeEach(async () => {
  await freshBrowser();
  await i18next.loadNamespaces(['class-building', 'sessions', 'hosted-study']);
});

test('a study is submitted with a message, and the page then says that an instructor reads it', async () => {
  const asked = show({});
  expect(await screen.findByText(/Submit it once it is ready/)).toBeVisible();
  expect(screen.getByText('An instructor reads it before the launch')).toBeVisible();
  await fill(screen.getByLabelText('Words to your instructor'), 'Is it too long?');
  await user.click(await submit());
  expect(await screen.findByText(/You get an email with the answer/)).toBeVisible();
  expect(screen.getByText('Is it too long?')).toBeVisible();
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ words: 'Is it too long?' });
  expect(screen.queryByRole('button', { name: /Submit/ })).not.toBeInTheDocument();
});

test('the researchers give the reasons that a launch needs before the review', async () => {
  const report: VersionReport = {
    kind: 'plain',
    libraries: [],
    entry: 'index.html',
    entries: ['index.html'],
    hosts: [],
    needs: [],
    findings: [],
    more: 0,
    asks: ['reads_pixels'],
  };
  const asked = show(
    {},
    {
      more: { runtime: reading },
      routes: [
        on(readVersionReport).answer({ status: 200, body: { report, first_bytes: 1_000 } }),
        on(changeStudy).answer({ status: 200, body: study }),
      ],
    },
  );
  const why = await screen.findByLabelText(/pixels|drawn|picture/i);
  expect(await submit()).toBeDisabled();
  await fill(why, 'We store what you draw.');
  await user.click(await submit());
  expect(await screen.findByText(/You get an email with the answer/)).toBeVisible();
  expect(asked.flatMap(({ method, body }) => (method === 'GET' ? [] : [body]))).toMatchObject([
    { runtime: { reasons: { reads_pixels: 'We store what you draw.' } } },
    { words: null },
  ]);
});

test('nothing is submitted while changes are not saved', async () => {
  const asked = show({}, { saved: false });
  await user.click(await submit());
  expect(await screen.findByText(/Some changes are not saved yet/)).toBeVisible();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
});

test('a study without a runtime says what comes first', async () => {
  show({}, { more: { runtime: null } });
  expect(await screen.findByText('Choose how the study runs before you submit it.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to “How it runs”' })).toHaveAttribute(
    'href',
    `/experiments/details/${study._id}?tab=runs`,
  );
});

test('a request for changes shows the instructor’s message, and the study is submitted again', async () => {
  show({
    state: 'changes_asked',
    submitted: aSubmittedReview({
      decided_at: '2026-11-21T10:00:00Z',
      decision_words: 'Shorten it.',
    }),
  });
  expect(await screen.findByText('Shorten it.')).toBeVisible();
  expect(screen.getByText(/asks for changes. Make them/)).toBeVisible();
  expect(await submit('Submit again')).toBeVisible();
});

test('an approved study leads to its launch', async () => {
  show({ state: 'approved', submitted: aSubmittedReview({ decided_at: '2026-11-21T10:00:00Z' }) });
  expect(await screen.findByRole('link', { name: 'Go to “Launch”' })).toHaveAttribute(
    'href',
    `/experiments/details/${study._id}?tab=sessions`,
  );
  expect(screen.queryByRole('button', { name: /Submit/ })).not.toBeInTheDocument();
});

test('if a study has changed after its approval, the page names the changed parts and files', async () => {
  const files = [{ path: 'img/new.png', bytes: 9, sha256: repeatedDigest('c') }];
  show({
    state: 'changed',
    submitted: aSubmittedReview({ decided_at: '2026-11-21T10:00:00Z' }),
    approved: { digest: repeatedDigest('a'), content: aSubmittedContent() },
    present: {
      digest: repeatedDigest('b'),
      content: aSubmittedContent({ title: 'Longer', files }),
    },
  });
  const changes = within(
    await screen.findByRole('region', { name: 'What has changed since the approval' }),
  );
  expect(changes.getByText('Title')).toBeVisible();
  expect(changes.getByText('img/new.png')).toBeVisible();
  expect(changes.queryByText('Description')).not.toBeInTheDocument();
  expect(await submit('Submit again')).toBeVisible();
});

test('a study that has changed after its submission is submitted again', async () => {
  show({
    state: 'submitted',
    submitted: aSubmittedReview(),
    present: { digest: repeatedDigest('b'), content: aSubmittedContent({ duration_minutes: 25 }) },
  });
  expect(await screen.findByText(/can only approve what you submitted/)).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: /since the submission/ })).getByText('Minutes'),
  ).toBeVisible();
  expect(await submit('Submit again')).toBeVisible();
});

test('a refusal says what to do, and keeps the typed message', async () => {
  show({}, { routes: [on(submitForReview).answer(refusal('consent_missing'))] });
  await fill(await screen.findByLabelText('Words to your instructor'), 'Look');
  await user.click(await submit());
  expect(await screen.findByText('The class has no consent form yet')).toBeVisible();
  expect(screen.getByText(/Ask your instructor for the form/)).toBeVisible();
  expect(screen.getByLabelText('Words to your instructor')).toHaveValue('Look');
});

test('a closed class accepts no submission', async () => {
  show(
    {},
    {
      routes: [
        on(readClassroom).answer({ status: 200, body: aBuildingClass({ state: 'closed' }) }),
      ],
    },
  );
  expect(await screen.findByText(/The class is not open, so you cannot submit/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Submit/ })).not.toBeInTheDocument();
});

test('comments name their part and their author, and link to the review page', async () => {
  show({ comments: [aComment({ part: 'timeline', place: 'Block 2' })] });
  expect(await screen.findByText('How it runs · Block 2')).toBeVisible();
  expect(screen.getByText(/Grace Hopper \(teaches\)/)).toBeVisible();
  expect(
    screen.getByRole('link', { name: 'Read and answer comments beside the parts' }),
  ).toHaveAttribute('href', `/classrooms/${of._id}/studies/${study._id}`);
});
