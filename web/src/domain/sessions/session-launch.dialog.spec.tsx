import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Consent, readConsent } from '../../../../contracts/studies/consents';
import type { HostedRuntime } from '../../../../contracts/study-files/hosted-runtime';
import {
  readSessionProgress,
  type SessionProgress,
} from '../../../../contracts/enrolment/session-insights';
import { changeSession, listSessions } from '../../../../contracts/enrolment/sessions';
import {
  changeStudy,
  listStudies,
  readStudy,
  type Study,
} from '../../../../contracts/studies/studies';
import {
  readVersionReport,
  type VersionReport,
} from '../../../../contracts/study-files/study-files';
import { aSession } from '../../test/a-session';
import { launchDialogRoutes } from '../../test/launched-version';
import { aStudy, asResearcherStudy } from '../../test/a-study';
import { emptyServerRoutes } from '../../test/common-answers';
import { fakeServer, on } from '../../test/fake-server';
import { freshBrowser, renderPart } from '../../test/render-app';
import { SessionLaunchDialog } from './session-launch.dialog';
import { UnfinishedEligibilityContext } from './unfinished-conditions';

const earlier = aStudy({ _id: '0193a1b2-0000-7000-8000-000000000099', title: 'An earlier study' });
const consent = { _id: earlier._id, version: 2, sha256: 'a'.repeat(64), title: 'Consent' };
const form: Consent = {
  ...consent,
  kind: 'markdown',
  body_markdown: 'It takes 10 minutes.',
  file_url: null,
  locale: 'en',
  comprehension: null,
  translations: [],
  created_at: '2026-10-01T10:00:00Z',
  withdrawn: null,
};
const progress: SessionProgress = {
  resolution: 'day',
  as_of: '2026-11-20T00:00:00Z',
  curve: [],
  funnel: { enrolled: 9, started: 9, completed: 9, approved: 0 },
  states: [],
  minutes: null,
  hourly: null,
  cost: null,
  rate: null,
  full_at: null,
  timeline: [],
};
const report: VersionReport = {
  kind: 'plain',
  libraries: [],
  entry: 'index.html',
  entries: ['index.html'],
  hosts: [],
  needs: [],
  findings: [
    { severity: 'warning', code: 'maybe_missing', file: 'index.html', line: 3, detail: 'logo.png' },
    { severity: 'note', code: 'sent_here', file: '', line: null, detail: null },
  ],
  more: 0,
};
const hosted: HostedRuntime = {
  kind: 'hosted',
  version_id: earlier._id,
  sha256: 'b'.repeat(64),
  entry: 'index.html',
  resume: { mode: 'restart', hours: 48 },
  hosts: [],
  needs: [],
  shares: false,
  expected_records: null,
  conditions: null,
};
const show = async (
  more: Partial<Study>,
  unfinished = false,
  asks: VersionReport['asks'] = undefined,
  told: (runtime: Study['runtime']) => void = () => undefined,
  inForce: Partial<Consent> = {},
  took: SessionProgress['minutes'] = null,
) => {
  const runtime = { kind: 'notes', completes: 'researcher' } as const;
  const study = aStudy({ consent, runtime, ...more });
  fakeServer(
    on(changeStudy).answer(({ body }) => {
      told((body as Study).runtime);
      return { status: 200, body: { ...study, ...(body as object) } };
    }),
    ...launchDialogRoutes(earlier._id),
    on(readConsent).answer({ status: 200, body: { ...form, ...inForce } }),
    on(listSessions).answer({
      status: 200,
      body: {
        items: [aSession({ counts: { ...aSession().counts, completed: 9 } })],
        next_cursor: null,
      },
    }),
    on(readSessionProgress).answer({ status: 200, body: { ...progress, minutes: took } }),
    on(changeSession).answer({
      status: 200,
      body: aSession({ state: 'active', anonymity: 'by_agreement' }),
    }),
    on(readStudy).answer({ status: 200, body: study }),
    on(listStudies).answer({
      status: 200,
      body: { items: [study, earlier].map(asResearcherStudy), next_cursor: null },
    }),
    on(readVersionReport).answer({
      status: 200,
      body: { report: { ...report, ...(asks && { asks }) }, first_bytes: 1_000 },
    }),
    emptyServerRoutes,
  );
  renderPart(
    <UnfinishedEligibilityContext value={unfinished}>
      <SessionLaunchDialog
        session={aSession({ state: 'scheduled', launched_at: null, privacy_level: 'anonymous' })}
        onClose={() => undefined}
      />
    </UnfinishedEligibilityContext>,
  );
  return within(await screen.findByRole('dialog'));
};
const launch = () => screen.queryByRole('button', { name: 'Launch' });
beforeEach(() => freshBrowser());

test('the dialog lists the eligibility conditions in the words of the editor', async () => {
  const dialog = await show({
    eligibility: [
      { filter: 'age', range: { lower: 18, upper: 35 } },
      { filter: 'handedness', any_of: ['left'] },
      { filter: 'completed_any_of', studies: [earlier._id] },
    ],
  });
  expect(await dialog.findByText('People of a certain age: from 18 to 35 years')).toBeVisible();
  expect(dialog.getByText(/^People who write with this hand: Left/)).toBeVisible();
  expect(
    dialog.getByText('People who completed one of these studies of yours: An earlier study'),
  ).toBeVisible();
  expect(launch()).toBeVisible();
});

test('the dialog says that everybody may take part when there is no eligibility condition', async () => {
  const dialog = await show({});
  expect(await dialog.findByText('Everybody')).toBeVisible();
});

test('the dialog shows the warnings of the version’s report', async () => {
  const dialog = await show({
    runtime: hosted,
  });
  const warnings = within(await dialog.findByRole('note', { name: '1 warning' }));
  expect(warnings.getByText(/logo\.png/)).toBeVisible();
  expect(warnings.getByRole('link', { name: 'Open the report' })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=runs'),
  );
});

test.each([
  ['is being written in the editor', {}, true],
  ['was kept so', { eligibility: [{ filter: 'age' as const, range: {} }] }, false],
])('the launch is blocked while an incomplete condition %s', async (_, more, unfinished) => {
  const dialog = await show(more, unfinished);
  expect(await dialog.findByText('A condition is not complete')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Go to the conditions' })).toBeVisible();
  expect(launch()).toBeNull();
});

test('a reward without payment terms blocks the launch, and the dialog links to the field', async () => {
  const reward = { amount: 450, currency: 'EUR' };
  const dialog = await show({ reward });
  expect(await dialog.findByText('How you pay is missing')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Say how you pay' })).toHaveAttribute(
    'href',
    `/experiments/details/${aSession().study_id}?tab=details#payment-terms`,
  );
  expect(launch()).toBeNull();
});

test('partial pay by the time spent blocks the launch of an anonymous session', async () => {
  const pay = { withdrawn: { kind: 'by_time' }, screened_out: { kind: 'none' } } as const;
  const dialog = await show({
    reward: { amount: 450, currency: 'EUR' },
    payment_terms: { how: 'cash', within_days: 7, pay },
  });
  expect(await dialog.findByText('An anonymous session can’t pay by time')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Choose a part' })).toHaveAttribute(
    'href',
    `/experiments/details/${aSession().study_id}?tab=details#payment-terms`,
  );
  expect(launch()).toBeNull();
});

test('a study without a runtime cannot be launched, and the dialog links to the choice', async () => {
  const dialog = await show({ runtime: null });
  expect(await dialog.findByText('Choose how the study runs')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Go to “How it runs”' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\?tab=runs$/),
  );
  expect(launch()).toBeNull();
});

test('the dialog explains anonymity by agreement, and what the researcher promises', async () => {
  const dialog = await show({ runtime: hosted });
  expect(await dialog.findByText(/^Anonymous by agreement: /)).toBeVisible();
  expect(dialog.getByText(/^By launching you agree that /)).toBeVisible();
});

test('for a study without code by its researchers, the dialog asks for no promise of anonymity', async () => {
  const dialog = await show({ runtime: { ...hosted, kind: 'builder', own_code: false } });
  expect(await dialog.findByText(/^Anonymous by construction: /)).toBeVisible();
  expect(dialog.queryByText(/^By launching you agree that /)).toBeNull();
});

test('a study whose code reads browser properties can be launched with a reason for each, and stores the reasons', async () => {
  const user = userEvent.setup();
  const told = jest.fn();
  const dialog = await show({ runtime: hosted }, false, ['reads_pixels'], told);
  const field = await dialog.findByRole('textbox', { name: /^Reads drawn pixels back\./ });
  expect(launch()).toBeDisabled();
  await user.type(field, 'So.');
  expect(launch()).toBeEnabled();
  await user.click(dialog.getByRole('button', { name: 'Launch' }));
  expect(await screen.findByText(/is launched|Launched/i)).toBeVisible();
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ reasons: { reads_pixels: 'So.' } }));
});

test('the dialog compares the consent form with the study and its session, and links to the fields that differ', async () => {
  const dialog = await show({
    runtime: { ...hosted, needs: ['microphone'], hosts: ['https://data.example.org'] },
  });
  const hints = within(await dialog.findByRole('note', { name: 'The form beside the study' }));
  expect(hints.getByText('The form says 10 minutes, the study 20.')).toBeVisible();
  expect(hints.getByText('The form does not mention the microphone.')).toBeVisible();
  expect(
    hints.getByText('The form does not name data.example.org, which receives data.'),
  ).toBeVisible();
  expect(hints.getAllByRole('link', { name: 'Change the form' })[0]).toHaveAttribute(
    'href',
    expect.stringContaining('tab=consent'),
  );
  expect(hints.getAllByRole('link', { name: 'Change how the study runs' })).toHaveLength(2);
  expect(launch()).toBeEnabled();
});

test('the dialog says that the text of a PDF was not checked', async () => {
  const dialog = await show({}, false, undefined, undefined, { kind: 'pdf', body_markdown: null });
  expect(await dialog.findByText(/^The text of a PDF is not checked\./)).toBeVisible();
});

test('the dialog shows no hints if the consent form agrees with the study', async () => {
  const dialog = await show({}, false, undefined, undefined, {
    body_markdown: 'It takes 20 minutes. You get €3.00.',
  });
  expect(await dialog.findByText(/^The check of words found no difference/)).toBeVisible();
  expect(dialog.queryByRole('note', { name: 'The form beside the study' })).toBeNull();
});

test.each([
  [true, 'what people took is laid beside the form'],
  [false, 'a median that cannot be says nothing of the form'],
])('with the completion times of enough people (plausible: %s), %s', async (plausible) => {
  const launched_version = {
    session_id: earlier._id,
    launched_at: '2026-11-01T10:00:00Z',
    changed: [],
  };
  const dialog = await show(
    { launched_version },
    false,
    undefined,
    undefined,
    { body_markdown: 'It takes 20 minutes.' },
    { people: 9, lower_quartile: 38, median: 41, upper_quartile: 50, stated: 20, plausible },
  );
  expect(await dialog.findByText('The form does not name the reward of €3.00.')).toBeVisible();
  const told = 'The form says 20 minutes. The median of 9 people was 41.';
  if (plausible) expect(await dialog.findByText(told)).toBeVisible();
  else expect(dialog.queryByText(told)).toBeNull();
});

test.each([
  [2, false],
  [3, true],
])(
  'with ten spots and %i conditions, the hint about few people per condition is shown: %s',
  async (count, said) => {
    const cells = Array.from({ length: count }, (_, n) => ({
      name: `c${n}`,
      share: 1,
      values: {},
    }));
    const conditions = { draw: 'least_filled' as const, repeats: 1, blinded: false, cells };
    const dialog = await show({ runtime: { ...hosted, conditions } });
    expect(await dialog.findByText('Complete anonymity')).toBeVisible();
    const note = () => dialog.queryByRole('note', { name: 'Few people for a condition' });
    if (!said) return expect(note()).toBeNull();
    expect(note()).toHaveTextContent(
      'With 10 spots, 3 conditions go to fewer than 5 people each. Exports tell the condition of each row.',
    );
    // The note is only a hint, so the session can still be launched.
    expect(launch()).toBeEnabled();
  },
);
