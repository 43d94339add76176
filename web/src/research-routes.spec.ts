import i18next from 'i18next';
import { routes } from './routes';
import { freshBrowser } from './test/render-app';

beforeEach(() => freshBrowser());

/**
 * All texts of a page are loaded before it is rendered: a part whose texts are missing at first
 * would hide the page around it (i18n.ts).
 */
test.each([
  [
    '/experiments/details/:id',
    [
      ...['conditions', 'hosted-study', 'external-data', 'eligibility', 'collaborators'],
      ...['study-variables', 'tables', 'viewed-study', 'requirements', 'payment', 'class-building'],
    ],
  ],
  ['/experiments/new', ['class-building']],
  ['/experiments/build/:id', ['builder', 'tables']],
  ['/sessions/:id/slots', ['session-page']],
  ['/history/participation', ['studies']],
  ['/sessions/:id', ['conditions', 'studies', 'participation', 'tables']],
])('%s loads the texts of its lazily loaded parts', async (path, texts) => {
  await routes.find((row) => row.path === path)?.prefetch();
  expect(texts.filter((name) => !i18next.hasResourceBundle('en', name))).toEqual([]);
});

it('students who build studies may visit the pages of studies, sessions and files, but no other page of researchers', () => {
  const paths = (access: string) =>
    routes.filter((row) => row.access === access).map((row) => row.path);
  expect(paths('builder').toSorted()).toEqual([
    '/experiments',
    '/experiments/build/:id',
    '/experiments/details/:id',
    '/experiments/new',
    '/resources',
    '/sessions/:id',
    '/sessions/:id/messages',
    '/sessions/:id/messages/:entry',
    '/sessions/dashboard',
  ]);
  expect(paths('researcher')).toEqual(
    expect.arrayContaining(['/expenses', '/payment-methods', '/api-tokens', '/webhooks']),
  );
});
