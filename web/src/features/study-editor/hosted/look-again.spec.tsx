import { screen } from '@testing-library/react';
import {
  recheckVersion,
  setVersionKind,
  type StudyVersion,
} from '../../../../../contracts/study-files/study-files';
import { fakeServer, on } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { user } from '../../../test/user';
import { RepeatReportButton } from './look-again';

const study = '0193a1b2-0000-7000-8000-000000000001';
const version = (more: Partial<StudyVersion> = {}): StudyVersion => ({
  _id: '0193a1b2-0000-7000-8000-000000000002',
  number: 1,
  sha256: '0'.repeat(64),
  name: 'study.zip',
  files: 3,
  bytes: 900,
  kind: 'plain',
  said_kind: null,
  check: 'stopped',
  entry: 'index.html',
  errors: 0,
  warnings: 1,
  in_use: false,
  rehearsed: false,
  created_at: '2026-11-01T10:00:00Z',
  ...more,
});
const show = async (shown: StudyVersion) => {
  const asked = fakeServer(
    on(recheckVersion).answer({ status: 202, body: { ...shown, check: 'under_way' } }),
    on(setVersionKind).answer({ status: 200, body: { ...shown, said_kind: 'psychojs' } }),
  );
  await freshBrowser();
  renderPart(<RepeatReportButton studyId={study} version={shown} describedBy="x" />);
  return asked;
};

test('an incomplete report can be requested again, with the kind of study chosen', async () => {
  const asked = await show(version());
  expect(await screen.findByText('This report may be wrong')).toBeVisible();
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'What is the study made with?' }),
    'PsychoJS',
  );
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  const at = `/api/studies/${study}/versions/${version()._id}`;
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    [`${at}/kind/`, { kind: 'psychojs' }],
    [`${at}/report/`, {}],
  ]);
});

test('a complete report can be requested again, without choosing the kind of study', async () => {
  await show(version({ check: 'whole' }));
  expect(await screen.findByRole('button', { name: 'Look again' })).toBeEnabled();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

test('the page says while a new report is being made', async () => {
  await show(version({ check: 'under_way' }));
  expect(await screen.findByText('Being looked through again')).toBeVisible();
});
