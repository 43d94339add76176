import { screen, waitFor, within } from '@testing-library/react';
import {
  type ExpenseLine,
  type ExpenseSummary,
  expensesFile,
  listExpenses,
  readExpenseSummary,
} from '../../../../../contracts/payments/expenses';
import { listWallets, type Wallet } from '../../../../../contracts/payments/funding';
import { listStudies } from '../../../../../contracts/studies/studies';
import { useAuth } from '../../../lib/auth/auth.store';
import { emptyList, distantFuture, profileRoute, aUser } from '../../../test/common-answers';
import { aStudy, asResearcherStudy } from '../../../test/a-study';
import { anExpense, aSessionCosts } from '../../../test/expenses';
import { type FakeRoute, fakeServer, on, refusal, replaceFetch } from '../../../test/fake-server';
import { aWallet } from '../../../test/own-money';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { user } from '../../../test/user';

const id = (n: number) => `0193a1b2-0000-7000-8000-0000000001${n}`;
const other = { _id: id(10), title: 'Reaction times' };
const nothing: ExpenseSummary = { currencies: [], sessions: [], months: [] };
const summaryOf = (sessions: ExpenseSummary['sessions']): ExpenseSummary => ({
  currencies: [
    {
      currency: 'EUR',
      ...{ approved_payments: 2, paid_payments: 1, owed: 450, paid: 450, fees: 90, held: 3_960 },
      ...{ wallet: 50_000, gift_codes: 0, funded: 55_000 },
    },
  ],
  sessions,
  months: [
    { month: '2026-09', currency: 'EUR', paid: 200, fees: 40 },
    { month: '2026-11', currency: 'EUR', paid: 250, fees: 50 },
  ],
});
const two = [
  aSessionCosts(),
  aSessionCosts({
    study: other,
    session: { _id: id(11), number: 3, name: 'Pilot' },
    paid: 1_000,
    owed: 0,
    held: 0,
    fees: 100,
  }),
];

interface Shown {
  wallets?: Wallet[];
  summary?: ExpenseSummary;
  lines?: ExpenseLine[];
  address?: string;
  first?: FakeRoute[];
}
const show = ({
  wallets = [aWallet()],
  summary = summaryOf(two),
  lines = [anExpense()],
  address = '/expenses/',
  first = [],
}: Shown = {}) => {
  const asked = fakeServer(
    ...first,
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(listWallets).answer({ status: 200, body: { items: wallets, next_cursor: null } }),
    on(listStudies).answer({ status: 200, body: emptyList }),
    on(readExpenseSummary).answer({ status: 200, body: summary }),
    on(listExpenses).answer({ status: 200, body: { items: lines, next_cursor: null } }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(address);
  return asked;
};
const costs = async () => within(await screen.findByRole('table', { name: 'Cost by study' }));
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .slice(1)
    .map(({ textContent }) => textContent);
beforeEach(() => freshBrowser());

test('without wallet and sessions, the page says what it will show, and links to Money', async () => {
  show({ wallets: [], summary: nothing, lines: [] });
  expect(await screen.findByText('No expenses yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Money' })).toHaveAttribute(
    'href',
    '/payment-methods',
  );
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('costs are listed by study with the sum of all, and a study opens to its sessions', async () => {
  show();
  const table = await costs();
  expect(cells(table.getByRole('row', { name: /Attention and memory/ }))).toEqual([
    ...['2 / 10', '€4.50', '€0.90', '€4.50', '€39.60', '€44.10'],
  ]);
  expect(cells(table.getByRole('row', { name: /All studies in EUR/ }))).toEqual([
    ...['4 / 20', '€14.50', '€1.90', '€4.50', '€39.60', '€44.10'],
  ]);
  expect(table.queryByRole('link')).not.toBeInTheDocument();
  const study = table.getByRole('button', { name: /Reaction times/ });
  expect(study).toHaveAttribute('aria-expanded', 'false');
  await user.click(study);
  expect(table.getByRole('link', { name: 'Pilot' })).toHaveAttribute('href', `/sessions/${id(11)}`);
  expect(study).toHaveAttribute('aria-expanded', 'true');
  await user.click(study);
  expect(table.queryByRole('link')).not.toBeInTheDocument();
});

test('the sessions of a single study are shown, by their number if they have no name', async () => {
  show({ summary: summaryOf([aSessionCosts({ study: { _id: id(12), title: null } })]) });
  const table = await costs();
  expect(table.getByRole('link', { name: 'Session 1' })).toBeVisible();
  expect(table.getByText('A study that is no longer yours')).toBeVisible();
  expect(table.queryByRole('row', { name: /All studies/ })).not.toBeInTheDocument();
});

test('the months are also shown as a table, with the empty month between them', async () => {
  show();
  expect(await screen.findByText('Highest month: €3.00')).toBeVisible();
  await user.click(screen.getByText('As a table'));
  const table = screen.getByRole('table', { name: 'Cost by month in EUR' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'November 2026€2.50€0.50',
    'October 2026€0.00€0.00',
    'September 2026€2.00€0.40',
  ]);
});

test('a line of the expenses says what happened and what it changes', async () => {
  show({
    lines: [
      anExpense(),
      anExpense({
        ...{ _id: id(20), kind: 'paid', method: 'gift_code', fee: 0 },
        ...{ wallet: 450, held: 0, owed: -450, gift_codes: -450 },
      }),
      anExpense({
        ...{ _id: id(21), kind: 'budget', fee: 0, wallet: 50_000, held: 0, owed: 0 },
        ...{ study: null, session: null, reference: 'Grant 7', cost_centre: 'CC-12' },
      }),
    ],
  });
  const table = within(await screen.findByRole('table', { name: 'Line by line' }));
  const row = (name: RegExp) => table.getByRole('row', { name });
  expect(cells(row(/^Owed to a participant/))).toEqual([
    ...['Nov 20, 2026', '', '-€4.95', '+€4.50', ''],
  ]);
  expect(table.getAllByText(/Attention and memory, Session 1 · Fee €0.45/).length).toBeGreaterThan(
    0,
  );
  expect(cells(row(/^Paid by gift code/)).slice(1)).toEqual(['+€4.50', '', '-€4.50', '-€4.50']);
  expect(row(/^Budget/)).toHaveTextContent('Reference: Grant 7 · Cost centre: CC-12');
  expect(cells(row(/^Budget/))[1]).toBe('+€500.00');
});

test('lines are filtered, and the file has the same filters', async () => {
  const asked = show();
  await screen.findByRole('table', { name: 'Line by line' });
  const filters = within(screen.getByRole('search', { name: 'Find lines' }));
  await user.selectOptions(filters.getByLabelText('What happened'), 'Owed to a participant');
  await user.selectOptions(screen.getByLabelText('Study'), 'Reaction times');
  const queries = () =>
    asked
      .filter(({ path }) => path === listExpenses.path)
      .map(({ query }) => Object.fromEntries(query));
  await waitFor(() => expect(queries().at(-1)).toEqual({ kind: 'owed', study: other._id }));

  const fetched: string[] = [];
  replaceFetch((input) => {
    fetched.push(input);
    return Promise.resolve({ ok: true, blob: () => Promise.resolve(new Blob(['day'])) });
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).toEqual(['Expenses.csv']));
  const address = new URL(fetched[0] ?? '', 'https://lab.test');
  expect(address.pathname.endsWith(expensesFile.path)).toBe(true);
  expect(Object.fromEntries(address.searchParams)).toEqual({ study: other._id, kind: 'owed' });
});

test('a collaborator who chooses a study sees its sums, but neither wallets nor single lines', async () => {
  const asked = show({
    wallets: [],
    first: [
      on(listStudies).answer({
        status: 200,
        body: { ...emptyList, items: [asResearcherStudy(aStudy({ ...other, role: 'viewer' }))] },
      }),
      on(readExpenseSummary).answer(({ query }) => ({
        status: 200,
        body: query.study === undefined ? nothing : summaryOf(two.slice(1)),
      })),
    ],
  });
  await user.selectOptions(await screen.findByLabelText('Study'), 'Reaction times');
  expect((await costs()).getByRole('link', { name: 'Pilot' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Wallets' })).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Line by line' })).not.toBeInTheDocument();
  expect(asked.some(({ path }) => path === listExpenses.path)).toBe(false);
});

test('a study of another researcher is not found, and a failed request can be repeated', async () => {
  let fails = true;
  show({
    address: `/expenses/?study=${other._id}`,
    first: [
      on(readExpenseSummary).answer(({ query }) =>
        query.study === undefined
          ? fails
            ? refusal('internal')
            : undefined
          : refusal('not_found'),
      ),
    ],
  });
  expect(await screen.findByText('Your expenses could not be loaded')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(
    await screen.findByText('This study is not here, or you have no part in it.'),
  ).toBeVisible();
});
