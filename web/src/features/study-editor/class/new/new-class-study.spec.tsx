import { screen, waitFor } from '@testing-library/react';
import { copyStudy } from '../../../../../../contracts/studies/own-studies';
import { createStudy, readStudy } from '../../../../../../contracts/studies/studies';
import { type Classroom, listClassrooms } from '../../../../../../contracts/teaching/classrooms';
import { listTemplates, type Template } from '../../../../../../contracts/teaching/templates';
import type { User } from '../../../../../../contracts/accounts/accounts';
import { useAuth } from '../../../../lib/auth/auth.store';
import {
  aBuildingClass,
  aStudyOfClass,
  aTemplate,
  studentWhoBuilds,
} from '../../../../test/class-building';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../../test/common-answers';
import { fakeServer, type FakeRoute, on, refusal } from '../../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../../test/render-app';
import { aClassroom, teachingId } from '../../../../test/teaching';
import { fill, user } from '../../../../test/user';

const made = aStudyOfClass();
function show(
  {
    classes = [aBuildingClass()],
    templates = [],
    who = studentWhoBuilds,
    search = '',
  }: { classes?: Classroom[]; templates?: Template[]; who?: User; search?: string } = {},
  ...first: FakeRoute[]
) {
  const asked = fakeServer(
    first,
    profileRoute(who),
    on(listClassrooms).answer({ status: 200, body: { items: classes, next_cursor: null } }),
    on(listTemplates).answer({ status: 200, body: { items: templates } }),
    on(createStudy).answer({ status: 201, body: made }),
    on(copyStudy).answer({ status: 201, body: made }),
    on(readStudy).answer(refusal('internal')),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  return { asked, page: renderPage(`/experiments/new${search}`) };
}
beforeEach(() => freshBrowser());

test('an empty study is made for the class, without a word about money or names', async () => {
  const { asked, page } = show();
  expect(await screen.findByText('For Group A')).toBeVisible();
  expect(screen.queryByText(/Reward/)).not.toBeInTheDocument();
  await fill(await screen.findByLabelText('Title'), 'Colours');
  await fill(screen.getByLabelText('Description'), 'Name them.');
  await user.click(screen.getByRole('button', { name: 'Create study' }));
  await waitFor(() => expect(page.at()).toBe(`/experiments/details/${made._id}?tab=runs`));
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    title: 'Colours',
    description: 'Name them.',
    duration_minutes: 10,
    privacy_level: 'anonymous',
    classroom_id: aBuildingClass()._id,
  });
});

test('a study for the class can be a copy of one of its templates', async () => {
  const { asked, page } = show({ templates: [aTemplate()] });
  await user.click(await screen.findByRole('radio', { name: /From the template “Stroop”/ }));
  expect(screen.getByText('Name the colours.')).toBeVisible();
  expect(screen.getByText(/become one dataset/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start from the template' }));
  await waitFor(() => expect(page.at()).toBe(`/experiments/details/${made._id}`));
  const copy = asked.find(({ method }) => method === 'POST');
  expect(copy?.path).toBe(`/api/studies/${aTemplate().study_id}/copies/`);
  expect(Object.fromEntries(copy?.query ?? [])).toEqual({
    template: 'true',
    classroom: aBuildingClass()._id,
  });
  expect(copy?.headers['idempotency-key']).toBeTruthy();
});

test('the page’s address preselects class and template', async () => {
  const other = aBuildingClass({ _id: teachingId(70), title: 'Group B' });
  show({
    classes: [aBuildingClass(), other],
    templates: [aTemplate()],
    search: `?classroom=${other._id}&template=${aTemplate().study_id}`,
  });
  expect(await screen.findByRole('button', { name: 'Start from the template' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'For which class' })).toHaveValue('Group B');
});

test('a person with several classes chooses one first', async () => {
  const other = aBuildingClass({ _id: teachingId(70), title: 'Group B' });
  const { asked } = show({ classes: [aBuildingClass(), other, aClassroom()] });
  expect(await screen.findByRole('combobox', { name: 'For which class' })).toHaveValue('');
  expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'For which class' }));
  await user.click(await screen.findByRole('option', { name: 'Group B' }));
  expect(await screen.findByLabelText('Title')).toBeVisible();
  expect(asked.some(({ path }) => path === `/api/classrooms/${other._id}/templates/`)).toBe(true);
});

test('a closed class accepts no new study', async () => {
  show({ classes: [aBuildingClass({ state: 'closed' })] });
  expect(await screen.findByText('Your class is not open')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Your studies' })).toHaveAttribute(
    'href',
    '/experiments',
  );
});

test('a refused study keeps what was typed', async () => {
  show({}, on(createStudy).answer(refusal('classroom_closed', { description: 'It is closed.' })));
  await fill(await screen.findByLabelText('Title'), 'Colours');
  await fill(screen.getByLabelText('Description'), 'Name them.');
  await user.click(screen.getByRole('button', { name: 'Create study' }));
  expect(await screen.findByText('It is closed.')).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Colours');
});

test('a researcher sees the usual form, with a link to a class in which they build studies', async () => {
  const researcher = aUser({ is_researcher: true, organization: 'X' });
  show({ who: { ...researcher, builds: true } });
  expect(await screen.findByRole('button', { name: 'Create study' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Build a study for your class instead' }));
  expect(await screen.findByText('For Group A')).toBeVisible();
});
