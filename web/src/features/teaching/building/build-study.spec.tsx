import { screen, within } from '@testing-library/react';
import { listClassStudies } from '../../../../../contracts/teaching/class-studies';
import { type Assignment, listAssignments } from '../../../../../contracts/teaching/assignments';
import { type Classroom, listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  aBuildingClass,
  aClassStudy,
  aTemplate,
  studentWhoBuilds,
} from '../../../test/class-building';
import { emptyServerRoutes, distantFuture, profileRoute } from '../../../test/common-answers';
import { fakeServer, type FakeRoute, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { anAlternative, teachingId } from '../../../test/teaching';
import { user } from '../../../test/user';

const { study_id, title } = aTemplate();
const template = { study_id, title };
const building = (more: Partial<Assignment> = {}) =>
  anAlternative({
    kind: 'build_study',
    title: 'Build a Stroop task',
    instructions: 'Change one thing.',
    minutes: null,
    credits: null,
    study: { _id: study_id, title },
    due_at: '2098-12-01T12:00:00Z',
    ...more,
  });
function show(
  more: Partial<Assignment> = {},
  classroom: Partial<Classroom> = {},
  ...first: FakeRoute[]
) {
  fakeServer(
    first,
    profileRoute(studentWhoBuilds),
    on(listClassrooms).answer({
      status: 200,
      body: { items: [aBuildingClass(classroom)], next_cursor: null },
    }),
    on(listAssignments).answer({
      status: 200,
      body: { items: [building(more)], next_cursor: null },
    }),
    on(listClassStudies).answer({
      status: 200,
      body: {
        items: [
          aClassStudy(),
          aClassStudy({
            _id: teachingId(80),
            title: 'Our Stroop',
            own: true,
            review: 'changes_asked',
            template,
          }),
        ],
      },
    }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/assignments/${teachingId(4)}`);
}
const begin = `/experiments/new?classroom=${aBuildingClass()._id}`;
beforeEach(() => freshBrowser());

test('an assignment to build a study shows both ways to begin, and its due date', async () => {
  show();
  expect(await screen.findByText('Change one thing.')).toBeVisible();
  expect(screen.getByText(/^Due/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start from the template' })).toHaveAttribute(
    'href',
    `${begin}&template=${study_id}`,
  );
  expect(screen.getByRole('link', { name: 'Start empty' })).toHaveAttribute('href', begin);
  expect(screen.queryByRole('button', { name: 'Hand in' })).not.toBeInTheDocument();
});

test('the student’s studies are listed with the state of their review, and studies of others are not', async () => {
  show();
  const mine = within(await screen.findByRole('region', { name: 'Your studies' }));
  expect(await mine.findByRole('link', { name: 'Our Stroop' })).toHaveAttribute(
    'href',
    `/experiments/details/${teachingId(80)}?tab=review`,
  );
  expect(mine.getByText('Changes asked for')).toBeVisible();
  expect(mine.queryByText('Colours and words')).not.toBeInTheDocument();
});

test('without a template, the page offers to begin a study empty', async () => {
  show({ study: null });
  expect(await screen.findByRole('link', { name: 'Start empty' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /template/ })).not.toBeInTheDocument();
});

test('in a closed class no new study can be begun, and the student’s studies stay listed', async () => {
  show({}, { state: 'closed' });
  expect(await screen.findByText(/You cannot begin a new study/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /Start/ })).not.toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Our Stroop' })).toBeVisible();
});

test('the page offers to repeat a failed request for the student’s own studies', async () => {
  let isDown = true;
  show(
    {},
    {},
    on(listClassStudies).answer(() => (isDown ? refusal('internal') : undefined)),
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await user.click(again);
  expect(await screen.findByRole('link', { name: 'Our Stroop' })).toBeVisible();
});
