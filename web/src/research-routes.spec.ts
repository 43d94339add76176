import i18next from 'i18next';
import { routes } from './routes';
import { freshBrowser } from './test/render-app';

beforeEach(() => freshBrowser());

/** A part whose texts are not loaded when it is drawn hides the page around it (i18n.ts). */
test.each([
  [
    '/experiments/details/:id',
    [
      ...['conditions', 'hosted-study', 'external-data', 'eligibility', 'collaborators'],
      ...['study-variables', 'tables', 'viewed-study', 'requirements', 'payment'],
    ],
  ],
  ['/experiments/build/:id', ['builder', 'tables']],
  ['/sessions/:id/slots', ['session-page']],
  ['/history/participation', ['studies']],
  ['/sessions/:id', ['conditions', 'studies', 'participation', 'tables']],
])('%s loads the texts of its lazily loaded parts', async (path, texts) => {
  await routes.find((row) => row.path === path)?.prefetch();
  expect(texts.filter((name) => !i18next.hasResourceBundle('en', name))).toEqual([]);
});
