import { screen, waitFor, within } from '@testing-library/react';
import { countParticipants } from '../../../../../contracts/enrolment/participants';
import { changeStudy, listStudies, type Study } from '../../../../../contracts/studies/studies';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { fill, user } from '../../../test/user';
import { aStudy, asResearcherStudy } from '../../../test/a-study';
import { SaveState } from '../draft/save-state';
import { useStudyDraft } from '../draft/use-study-draft';
import { EligibilityForm } from './eligibility-form';

function Form({ study }: { study: Study }) {
  const draft = useStudyDraft(study);
  return (
    <>
      <SaveState draft={draft} disabled={false} />
      <EligibilityForm draft={draft} studyId={study._id} disabled={false} />
    </>
  );
}
let asked: ReturnType<typeof fakeServer>;
const show = async (eligibility: Study['eligibility'], approved = true) => {
  const study = aStudy({ eligibility });
  const other = aStudy({ _id: '0193a1b2-0000-7000-8000-000000000099', title: 'An earlier study' });
  asked = fakeServer(
    profileRoute(
      aUser({ is_researcher: true, organization: 'X', researcher_privilege: approved || null }),
    ),
    on(listStudies).answer({
      status: 200,
      body: { items: [study, other].map(asResearcherStudy), next_cursor: null },
    }),
    on(countParticipants).answer(({ query }) => ({
      status: 200,
      body:
        query.age_min === 90
          ? { count: null, suppressed: true }
          : { count: 340, suppressed: false },
    })),
    on(changeStudy).answer(({ body }) => ({
      status: 200,
      body: { ...study, ...body, runtime: study.runtime, version: (body.version ?? 0) + 1 },
    })),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPart(<Form study={study} />);
  await screen.findByRole('heading', { name: 'Who may take part' });
};
const add = async (what: string) => {
  await user.click(screen.getByRole('button', { name: 'Add a condition' }));
  await user.click(await screen.findByRole('menuitem', { name: what }));
};
const changes = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const questions = () =>
  asked.filter(({ path }) => path.startsWith('/api/participants/')).map(({ query }) => `${query}`);
beforeEach(() => freshBrowser());

test('without a condition everybody may take part, and the approximate number of matching people is shown', async () => {
  await show([]);
  expect(screen.getByText(/^Everybody\./)).toBeVisible();
  expect(await screen.findByText('About 340 people have an account here')).toBeVisible();
});

test('a condition is shown as a sentence, and the number of matching people follows each change', async () => {
  await show([]);
  await add('People of a certain age');
  const age = within(await screen.findByRole('listitem', { name: 'People of a certain age' }));
  const from = age.getByLabelText('From, in years');
  await waitFor(() => expect(from).toHaveFocus());
  expect(screen.getByText(/^Complete the conditions/)).toBeVisible();
  await fill(from, '90');
  expect(
    await screen.findByText('Fewer than 20 people are known to fit', {}, { timeout: 3000 }),
  ).toBeVisible();
  expect(questions().at(-1)).toBe('age_min=90');
  await waitFor(
    () =>
      expect(changes().at(-1)).toMatchObject({
        eligibility: [{ filter: 'age', range: { lower: 90 } }],
      }),
    { timeout: 3000 },
  );
});

test('an incomplete condition is not saved, and says what it lacks', async () => {
  await show([{ filter: 'age', range: { lower: 18 } }]);
  await add('People who completed one of these');
  expect(screen.queryByText('Say which, or remove this condition')).not.toBeInTheDocument();
  // After the researcher has moved on to another field, the page shows what is missing.
  const row = screen.getByRole('listitem', { name: 'People who completed one of these' });
  within(row).getByRole('combobox').focus();
  await user.tab();
  while (row.parentElement?.contains(document.activeElement)) await user.tab();
  expect(await screen.findByText('Say which, or remove this condition')).toBeVisible();
  await user.click(
    screen.getByRole('button', { name: 'Remove: People who completed one of these' }),
  );
  expect(changes()).toEqual([]);
});

test('an age without a bound is not saved, and the saving state names the incomplete condition', async () => {
  await show([]);
  await add('People of a certain age');
  expect(
    await screen.findByText('Not saved yet: a condition is not complete', {}, { timeout: 3000 }),
  ).toBeVisible();
  await fill(screen.getByLabelText('To, in years'), '65');
  await waitFor(
    () => expect(changes()).toMatchObject([{ eligibility: [{ range: { upper: 65 } }] }]),
    { timeout: 3000 },
  );
});

test('a stored empty condition shows immediately what it lacks', async () => {
  await show([{ filter: 'age', range: {} }]);
  expect(screen.getByText('Say which, or remove this condition')).toBeVisible();
});

test('after the last condition is removed, everybody may take part again', async () => {
  await show([{ filter: 'education_level', any_of: ['master'] }]);
  await user.click(
    screen.getByRole('button', { name: 'Remove: People who completed one of these' }),
  );
  await waitFor(() => expect(changes()).toEqual([{ eligibility: [], version: 1 }]), {
    timeout: 3000,
  });
});

test('a researcher whose review is pending sees why there is no number, and requests none', async () => {
  await show([], false);
  expect(await screen.findByText(/is shown once your researcher identity/)).toBeVisible();
  expect(questions()).toEqual([]);
});
