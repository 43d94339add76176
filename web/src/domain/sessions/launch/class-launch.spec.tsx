import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { changeSession } from '../../../../../contracts/enrolment/sessions';
import { readConsent } from '../../../../../contracts/studies/consents';
import { readStudy, type Study } from '../../../../../contracts/studies/studies';
import { readClassroom } from '../../../../../contracts/teaching/classrooms';
import type { ErrorCode } from '../../../../../contracts/base/errors';
import { aSession } from '../../../test/a-session';
import { aBuildingClass, aStudyOfClass } from '../../../test/class-building';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { teachingId } from '../../../test/teaching';
import { user } from '../../../test/user';
import { SessionLaunchDialog } from '../session-launch.dialog';

const consent = { _id: teachingId(60), version: 1, sha256: 'a'.repeat(64), title: 'Consent' };
const study = aStudyOfClass({ consent, runtime: { kind: 'notes', completes: 'participant' } });
const session = aSession({
  study_id: study._id,
  state: 'scheduled',
  launched_at: null,
  audience: 'classroom',
  privacy_level: 'anonymous',
  reward: null,
});
type Code = Extract<
  ErrorCode,
  'review_needed' | 'version_changed' | 'classroom_closed' | 'sandbox_only'
>;
function show(more: Partial<Study> = {}, refused?: Code) {
  const asked = fakeServer(
    on(readStudy).answer({ status: 200, body: { ...study, ...more } }),
    on(readClassroom).answer({ status: 200, body: aBuildingClass() }),
    on(readConsent).answer({
      status: 200,
      body: {
        ...consent,
        kind: 'markdown',
        body_markdown: 'You may stop at any time.',
        file_url: null,
        locale: 'en',
        comprehension: null,
        translations: [],
        created_at: '2026-10-01T10:00:00Z',
        withdrawn: null,
      },
    }),
    on(changeSession).answer(
      refused ? refusal(refused) : { status: 200, body: { ...session, state: 'active' } },
    ),
  );
  renderPart(<SessionLaunchDialog session={session} onClose={() => undefined} />);
  return asked;
}
const launch = async () => user.click(await screen.findByRole('button', { name: 'Launch' }));
beforeEach(async () => {
  await freshBrowser();
  await i18next.loadNamespaces([
    'sessions',
    'studies',
    'hosted-study',
    'eligibility',
    'demographics',
  ]);
});

test('the launch of a class study says who sees it, and nothing about money', async () => {
  const asked = show();
  expect(await screen.findByText('Students of Group A, except those who build it')).toBeVisible();
  expect(screen.getByText(/Only students of the class find it/)).toBeVisible();
  expect(screen.queryByText(/Unpaid|€|paid/)).not.toBeInTheDocument();
  await launch();
  expect(await screen.findByText(/among the studies of your class now/)).toBeVisible();
  expect(asked.some(({ path }) => /cost|pricing|wallets/.test(path))).toBe(false);
});

test.each([
  ['review_needed', 'An instructor approves it first', 'review'],
  ['version_changed', 'It has changed since it was approved', 'review'],
  ['sandbox_only', 'Something in it is not possible in a class', 'runs'],
] as const)('the refusal %s says what to do', async (code, title, tab) => {
  show({}, code);
  await launch();
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByRole('link', { name: /^Go to/ })).toHaveAttribute(
    'href',
    `/experiments/details/${study._id}?tab=${tab}`,
  );
});

test('when the class is closed, the dialog says whom to ask', async () => {
  show({}, 'classroom_closed');
  await launch();
  expect(await screen.findByText(/while it is closed. Ask your instructor/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Go to/ })).not.toBeInTheDocument();
});

test('without a consent form, the dialog links to the review, in which the form is added', async () => {
  show({ consent: null });
  expect(await screen.findByText(/form comes with your submission/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the review' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Launch' })).not.toBeInTheDocument();
});
