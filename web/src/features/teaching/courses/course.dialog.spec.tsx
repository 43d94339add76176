import { screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { changeCourse, type Course } from '../../../../../contracts/teaching/courses';
import { fakeServer, on } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { aCourse } from '../../../test/teaching';
import { user } from '../../../test/user';
import { CourseDialog } from './course.dialog';

const course: Course = {
  ...aCourse(),
  consent_text: 'I take part of my own free will.',
  classrooms: 1,
  students: 2,
  alternatives: 1,
  created_at: '2026-10-01T10:00:00Z',
};
const show = () => {
  const onClose = jest.fn();
  const asked = fakeServer(on(changeCourse).answer({ status: 200, body: course }));
  renderPart(<CourseDialog course={course} onClose={onClose} />);
  return { asked, onClose };
};
const label = 'Consent form of students’ studies';
beforeEach(async () => {
  await freshBrowser();
  await Promise.all([i18next.loadNamespaces('courses'), i18next.loadNamespaces('dates')]);
});

test('the consent form of a course has a preview, and is kept as it is', async () => {
  const { asked, onClose } = show();
  expect(await screen.findByLabelText(label)).toHaveValue(course.consent_text);
  await user.click(screen.getByRole('tab', { name: 'Preview' }));
  expect(screen.getByText('I take part of my own free will.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked[0]?.body).toMatchObject({ consent_text: course.consent_text });
});

test('an empty consent form of a course leaves the consent form to the classrooms', async () => {
  const { asked, onClose } = show();
  await user.clear(await screen.findByLabelText(label));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked[0]?.body).toMatchObject({ consent_text: null });
});
