import { screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { listClassStudies } from '../../../../../../contracts/teaching/class-studies';
import {
  type StudyFork,
  listTemplates,
  readStudyFork,
} from '../../../../../../contracts/teaching/templates';
import {
  aBuildingClass,
  aClassStudy,
  aStudyOfClass,
  aTemplate,
} from '../../../../test/class-building';
import { fakeServer, on } from '../../../../test/fake-server';
import { queryClient } from '../../../../lib/query-client';
import { freshBrowser, renderPart } from '../../../../test/render-app';
import { user } from '../../../../test/user';
import { StudyTemplate } from './study-template';

const study = aStudyOfClass();
const { study_id, title } = aTemplate();
const template = { study_id, title };
const made: StudyFork = { template, made_at: '2026-11-01T10:00:00Z', changes: [] };
function show(fork: StudyFork, pooled = true) {
  const asked = fakeServer(
    on(readStudyFork).answer({ status: 200, body: fork }),
    on(listTemplates).answer({ status: 200, body: { items: [aTemplate()] } }),
    on(listClassStudies).answer({
      status: 200,
      body: { items: [aClassStudy({ _id: study._id, own: true, template, pooled })] },
    }),
  );
  renderPart(<StudyTemplate study={study} classroomId={aBuildingClass()._id} />);
  return asked;
}
beforeEach(async () => {
  await freshBrowser();
  await i18next.loadNamespaces(['class-building', 'consent-versions']);
});

test('a copy names its template, says that answers are pooled, and shows the script', async () => {
  show(made);
  expect(await screen.findByRole('region', { name: 'Made from “Stroop”' })).toBeVisible();
  expect(await screen.findByText(/^Answers are pooled/)).toBeVisible();
  expect(screen.getByText('Nothing yet. It is like the template.')).toBeVisible();
  expect(await screen.findByText('summary(trials)')).toBeVisible();
  expect(screen.getByText('stroop.R')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy the script' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save the script' })).toBeVisible();
});

test('a copy says that answers are not pooled', async () => {
  show(made, false);
  expect(await screen.findByText(/^Answers are not pooled/)).toBeVisible();
});

test('each change is shown with the text before and now', async () => {
  show({
    ...made,
    changes: [
      { part: 'title', place: null, before: 'Stroop task', after: 'Colour task' },
      { part: 'files', place: 'img/red.png', before: null, after: '9 bytes' },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Title' }));
  await waitFor(() => expect(screen.getByText('Stroop', { selector: 'del' })).toBeVisible());
  expect(screen.getByText('Colour', { selector: 'ins' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Files · img/red.png' }));
  await waitFor(() => expect(screen.getByText('Not in the template')).toBeVisible());
});

test('a study without a template shows no comparison, and loads nothing for it', async () => {
  const asked = show({ template: null, made_at: null, changes: [] });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(asked).not.toEqual([]);
  expect(asked.every(({ path }) => path.endsWith('/fork/'))).toBe(true);
});
