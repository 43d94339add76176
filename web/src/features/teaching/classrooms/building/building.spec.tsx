import { screen, waitFor, within } from '@testing-library/react';
import { createAssignment } from '../../../../../../contracts/teaching/assignments';
import { listClassStudies } from '../../../../../../contracts/teaching/class-studies';
import {
  changeClassroom,
  type Classroom,
  readClassroom,
} from '../../../../../../contracts/teaching/classrooms';
import { listAssignments } from '../../../../../../contracts/teaching/assignments';
import { listTemplates } from '../../../../../../contracts/teaching/templates';
import { useAuth } from '../../../../lib/auth/auth.store';
import {
  emptyList,
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../../test/render-app';
import { aClassroom, anAlternative, teachingId } from '../../../../test/teaching';
import { fill, user } from '../../../../test/user';

const show = (more: Partial<Classroom>, tab: string, ...routes: readonly FakeRoute[]) => {
  const classroom = aClassroom({ role: 'instructor', ...more });
  const asked = fakeServer(
    profileRoute(aUser({ is_researcher: true, researcher_privilege: true })),
    ...routes,
    on(readClassroom).answer({ status: 200, body: classroom }),
    on(listClassStudies).answer({ status: 200, body: { items: [] } }),
    on(listAssignments).answer({ status: 200, body: emptyList }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/classrooms/${classroom._id}${tab}`);
  return asked;
};
const open = async () => {
  const section = await screen.findByRole('region', { name: 'Studies that students build' });
  await user.click(within(section).getByRole('button', { name: 'Change' }));
  return screen.findByRole('dialog');
};
const body = (asked: ReturnType<typeof show>, method: string) =>
  asked.find((one) => one.method === method)?.body;
beforeEach(() => freshBrowser());

describe('the dialog that lets students build studies', () => {
  it('explains what it means, and is saved with the classroom’s own consent form', async () => {
    const asked = show(
      { course: null },
      '',
      on(changeClassroom).answer({ status: 200, body: aClassroom({ students_build: true }) }),
    );
    const dialog = await open();
    expect(within(dialog).getByText('Each student has 200 MB for files.')).toBeVisible();
    expect(within(dialog).getByText('We do not show instructors who took part.')).toBeVisible();
    await user.click(within(dialog).getByRole('switch', { name: /Students may build studies/ }));
    await fill(within(dialog).getByLabelText('Consent form'), '# Taking part');
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(body(asked, 'PUT')).toEqual({ students_build: true, consent_text: '# Taking part' });
  });

  it('shows at the consent form that it is missing, and stays switched on', async () => {
    show({}, '', on(changeClassroom).answer(refusal('consent_missing')));
    const dialog = await open();
    const build = within(dialog).getByRole('switch', { name: /Students may build studies/ });
    await user.click(build);
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    const field = within(dialog).getByLabelText('Consent form');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Write the consent form first/));
    expect(field).toHaveFocus();
    expect(build).toBeChecked();
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });

  it('has no field for a consent form if the course has one', async () => {
    const asked = show(
      { consent_in_force: 'The form of the course.' },
      '',
      on(changeClassroom).answer({ status: 200, body: aClassroom() }),
    );
    const dialog = await open();
    expect(within(dialog).getByText(/The course has a consent form/)).toBeVisible();
    expect(within(dialog).queryByLabelText('Consent form')).toBeNull();
    await user.click(within(dialog).getByRole('switch', { name: /Students may build studies/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(body(asked, 'PUT')).toEqual({ students_build: true }));
  });

  it('switches the building of studies off again, and keeps the consent form', async () => {
    const asked = show(
      { course: null, students_build: true, consent_text: 'Own', consent_in_force: 'Own' },
      '',
      on(changeClassroom).answer({ status: 200, body: aClassroom() }),
    );
    const dialog = await open();
    const build = within(dialog).getByRole('switch', { name: /Students may build studies/ });
    expect(build).toBeChecked();
    await user.click(build);
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(body(asked, 'PUT')).toEqual({ students_build: false, consent_text: 'Own' }),
    );
  });

  it('shows a preview of the typed text, and then the text field again', async () => {
    show({}, '');
    const dialog = await open();
    await fill(within(dialog).getByLabelText('Consent form'), 'I take part.');
    await user.click(within(dialog).getByRole('tab', { name: 'Preview' }));
    expect(within(dialog).getByText('I take part.')).toBeVisible();
    await user.click(within(dialog).getByRole('tab', { name: 'Write' }));
    expect(within(dialog).getByLabelText('Consent form')).toHaveValue('I take part.');
  });

  it.each<[string, Partial<Classroom>]>([
    ['by an assistant', { role: 'assistant' }],
    ['in an archived classroom', { state: 'archived' }],
  ])('is not changed %s', async (_, more) => {
    show({ students_build: true, ...more }, '');
    expect(
      await screen.findByText('Students of this classroom may build studies for their class.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
  });
});

describe('an assignment to build a study', () => {
  it('names the template that is chosen', async () => {
    const made = anAlternative({ kind: 'build_study', minutes: null, title: 'Build' });
    const asked = show(
      { students_build: true },
      '?tab=assignments',
      on(listTemplates).answer({
        status: 200,
        body: {
          items: [
            {
              study_id: teachingId(30),
              title: 'Stroop',
              description: '',
              duration_minutes: 10,
              script: null,
              pooled: false,
            },
          ],
        },
      }),
      on(createAssignment).answer({ status: 201, body: made }),
    );
    await user.click(await screen.findByRole('button', { name: 'Have a study built' }));
    const dialog = await screen.findByRole('dialog');
    await fill(within(dialog).getByLabelText('Title'), 'Build');
    await fill(within(dialog).getByLabelText('Instructions'), 'Ask one question.');
    await user.click(within(dialog).getByRole('combobox', { name: 'Template' }));
    await user.click(await screen.findByRole('option', { name: 'Stroop' }));
    await user.click(within(dialog).getByRole('button', { name: 'Add the assignment' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(body(asked, 'POST')).toMatchObject({
      kind: 'build_study',
      title: 'Build',
      study_id: teachingId(30),
    });
  });

  it('is listed with its template, or with the note that it has none', async () => {
    const build = (more: object) =>
      anAlternative({ kind: 'build_study', minutes: null, credits: null, ...more });
    show(
      {},
      '?tab=assignments',
      on(listAssignments).answer({
        status: 200,
        body: {
          items: [
            build({ _id: teachingId(50), study: { _id: teachingId(30), title: 'Stroop' } }),
            build({ _id: teachingId(51) }),
          ],
          next_cursor: null,
        },
      }),
    );
    expect(await screen.findByText('Build a study from the template “Stroop”')).toBeVisible();
    expect(screen.getByText('Build a study')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Have a study built' })).toBeNull();
  });
});
