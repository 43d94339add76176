import { screen, within } from '@testing-library/react';
import {
  type EligibilityFit,
  readEligibilityFits,
} from '../../../../contracts/catalogue/eligibility-fits';
import { listStudies, type StudyCard } from '../../../../contracts/studies/studies';
import { useAuth } from '../../lib/auth/auth.store';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';

const id = (n: number) => `0193a1b2-0000-7000-8000-0000000000${10 + n}`;
const card = (n: number, title: string): StudyCard => ({
  _id: id(n),
  title,
  description: 'Look at words.',
  duration_minutes: 10,
  median_minutes: null,
  reward: null,
  spots_available: 5,
  session_id: id(n + 10),
  privacy_level: 'anonymous',
  too_few_people: false,
  offers_credit: false,
  runtime_kind: 'builder',
  requirements: [],
  anonymity: null,
  researcher: { _id: id(40), first_name: 'Grace', last_name: 'Hopper', organization: null },
  closes_at: null,
});
const cards = [card(1, 'Open'), card(2, 'Fitting'), card(3, 'Asking'), card(4, 'Other')];
const fit = (
  n: number,
  is: EligibilityFit['fit'],
  ...missing_fields: EligibilityFit['missing_fields']
): EligibilityFit => ({
  session_id: id(n + 10),
  fit: is,
  missing_fields,
});

let asked: ReturnType<typeof fakeServer>;
const show = async (person: Parameters<typeof aUser>[0]) => {
  asked = fakeServer(
    profileRoute(aUser(person)),
    on(listStudies).answer({ status: 200, body: { items: cards, next_cursor: null } }),
    on(readEligibilityFits).answer({
      status: 200,
      body: {
        items: [
          fit(1, 'open'),
          fit(2, 'yes'),
          fit(3, 'answers', 'country', 'languages'),
          fit(4, 'no'),
        ],
      },
    }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/home');
  await screen.findByRole('link', { name: 'Fitting' });
};
const cardOf = (title: string) => {
  const article = screen
    .getAllByRole('article')
    .find((one) => within(one).queryByRole('link', { name: title }));
  if (!article) throw new Error(`no card ${title}`);
  return within(article);
};
const questions = () => asked.filter(({ path }) => path.startsWith('/api/fits/'));
beforeEach(() => freshBrowser());

test('a card says "You fit" if a rule matches, or which answers are missing if nothing else is', async () => {
  await show({});
  expect(await cardOf('Fitting').findByText('You fit')).toBeVisible();
  expect(
    cardOf('Asking').getByText(/that you have not given: country and languages/),
  ).toBeVisible();
  for (const title of ['Open', 'Other'])
    expect(cardOf(title).queryByText(/You fit/)).not.toBeInTheDocument();
  expect(questions()).toHaveLength(1);
});

test('researchers see no "You fit"', async () => {
  await show({ is_researcher: true, organization: 'X' });
  expect(screen.queryByText(/You fit/)).not.toBeInTheDocument();
  expect(questions()).toEqual([]);
});
