import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fill, user } from '../../test/user';
import {
  changeDemographics,
  emptyDemographics,
  readDemographics,
} from '../../../../contracts/accounts/demographics';
import type { EndpointResponseBody } from '../../../../contracts/base/endpoint';
import { useAuth } from '../../lib/auth/auth.store';
import { freshBrowser, renderPage } from '../../test/render-app';
import { distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on } from '../../test/fake-server';
import { localDay } from '../../ui/dates/local-moment';

type Answers = EndpointResponseBody<typeof readDemographics>;
let asked: ReturnType<typeof fakeServer>;
let answers: Answers;

const show = async (known: Partial<Answers> = {}, address = '/demographics/') => {
  answers = { ...emptyDemographics, ...known };
  asked = fakeServer(
    profileRoute(aUser()),
    on(readDemographics).answer(() => ({ status: 200, body: answers })),
    on(changeDemographics).answer(({ body }) => {
      answers = { ...answers, ...body };
      return { status: 200, body: answers };
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(address);
  return screen.findByLabelText('Date of birth');
};
const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const save = () => user.click(screen.getByRole('button', { name: 'Save changes' }));
beforeEach(() => freshBrowser());

test('the page says who sees the answers before it asks anything', async () => {
  const field = await show();
  const promise = screen.getByText(/Researchers never see these answers/);
  expect(promise.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('only changed answers are sent, and the page confirms that they are saved', async () => {
  const field = await show({ education_level: 'master' });
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await fill(field, '1994-03-30');
  expect(screen.getByText('Not saved yet')).toBeVisible();
  await save();
  await waitFor(() => expect(sent()).toEqual([{ date_of_birth: '1994-03-30' }]));
  expect(await screen.findByText('Saved')).toBeVisible();
});

test.each([
  ['1994-02-30', 'This day does not exist'],
  ['30.3.1994', 'Enter a date as YYYY-MM-DD'],
  ['2999-01-01', 'A birthday is before today. Check the year'],
  [localDay(), 'A birthday is before today. Check the year'],
  ['1799-12-31', 'This is more than 130 years ago. Check the year'],
])('%s is refused at its field: %s', async (typed, words) => {
  const field = await show();
  await fill(field, typed);
  await save();
  expect(await screen.findByText(words)).toBeVisible();
  expect(field).toBeInvalid();
  expect(sent()).toEqual([]);
});

test('each answer can be removed', async () => {
  const field = await show({ date_of_birth: '1994-03-30', education_level: 'master' });
  await user.click(screen.getByRole('button', { name: 'Clear this answer: Education' }));
  expect(field).toHaveValue('1994-03-30');
  await user.click(screen.getByRole('button', { name: 'Clear this answer: Date of birth' }));
  expect(field).toHaveFocus();
  await save();
  await waitFor(() => expect(sent()).toEqual([{ date_of_birth: null, education_level: null }]));
  expect(screen.queryByRole('button', { name: /Clear this answer/ })).not.toBeInTheDocument();
});

test('the calendar starts with the year and puts the chosen day into the field', async () => {
  const field = await show();
  await user.click(screen.getByRole('button', { name: 'Pick your date of birth' }));
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: String(new Date().getFullYear() - 30) }),
    ).toHaveFocus(),
  );
  for (let i = 0; i < 3 && !screen.queryByRole('button', { name: '1989' }); i++)
    fireEvent.click(screen.getByRole('button', { name: 'Previous ten years' }));
  fireEvent.click(screen.getByRole('button', { name: '1989' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Nov' }));
  fireEvent.click(await screen.findByRole('button', { name: '9 November 1989' }));
  await waitFor(() => expect(field).toHaveValue('1989-11-09'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a person who came from a study finds a link back to it', async () => {
  const field = await show({}, '/demographics/?redirect=%2Fstudy%2Fdetails%2F1%3Fsession%3D2');
  await fill(field, '1994-03-30');
  await save();
  expect(await screen.findByRole('link', { name: 'Back to the study' })).toHaveAttribute(
    'href',
    '/study/details/1?session=2',
  );
});
test('a link back to another site is not shown', async () => {
  const field = await show({}, '/demographics/?redirect=%2F%2Fevil.example');
  await fill(field, '1994-03-30');
  await save();
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Back to the study' })).not.toBeInTheDocument();
});

test('every question is optional, says who uses it, and has a suitable input', async () => {
  await show();
  const group = (name: string) => within(screen.getByRole('group', { name }));
  expect(group('About you').getByLabelText('Sex')).toHaveAccessibleDescription(/studies use it/);
  await user.selectOptions(group('Hands, eyes and ears').getByLabelText('Writing hand'), 'Left');
  await user.click(screen.getByLabelText('I see well with glasses or lenses'));
  await user.click(screen.getByLabelText('I can’t tell some colours apart'));
  await user.click(screen.getByLabelText('Phone'));
  await fill(screen.getByRole('combobox', { name: 'Country' }), 'Germ');
  await user.click(await screen.findByRole('option', { name: 'Germany' }));
  await fill(screen.getByRole('combobox', { name: 'Languages that you speak fluently' }), 'Turk');
  await user.click(await screen.findByRole('option', { name: 'Turkish' }));
  await save();
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        country: 'DE',
        languages: ['tr'],
        handedness: 'left',
        sight: ['corrected', 'colour_blind'],
        devices: ['phone'],
      },
    ]),
  );
});

test('answers with several values can be removed', async () => {
  await show({ languages: ['de', 'en'], devices: ['phone'] });
  await user.click(screen.getByRole('button', { name: /Clear this answer: Devices/ }));
  await user.click(screen.getByRole('button', { name: /Clear this answer: Languages/ }));
  await save();
  await waitFor(() => expect(sent()).toEqual([{ languages: null, devices: null }]));
});

test.each([
  ['country', 'combobox', 'Country'],
  ['devices', 'checkbox', 'Desktop or laptop computer'],
  ['date_of_birth', 'textbox', 'Date of birth'],
])('the address with #%s focuses its question', async (field, role, name) => {
  await show({}, `/demographics/#${field}`);
  await waitFor(() => expect(screen.getByRole(role, { name })).toHaveFocus());
});
