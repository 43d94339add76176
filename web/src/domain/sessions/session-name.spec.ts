import i18next from 'i18next';
import { aSession } from '../../test/a-session';
import { freshBrowser } from '../../test/render-app';
import { sessionName, sessionTitle } from './session-name';

beforeEach(async () => {
  await freshBrowser();
  await i18next.loadNamespaces('sessions');
});
const t = () => i18next.getFixedT(null, 'sessions');
const unnamed = (more: Parameters<typeof aSession>[0]) => aSession({ name: null, ...more });

test('two sessions of a study launched on the same day have different names', () => {
  const launched_at = `${new Date().getFullYear()}-11-26T10:00:00Z`;
  const names = [1, 2].map((number) => sessionName(t(), unnamed({ number, launched_at })));
  expect(names).toEqual(['Session 1 · Nov 26', 'Session 2 · Nov 26']);
});

test('the name of an unlaunched session contains its creation day, with the year if it is not the current one', () => {
  const more = { launched_at: null, number: 3, created_at: '2021-11-26T10:00:00Z' };
  expect(sessionName(t(), unnamed(more))).toBe('Session 3 · Nov 26, 2021');
});

test('a name given by the researcher replaces the default name', () => {
  expect(sessionName(t(), aSession())).toBe('Autumn');
  expect(sessionTitle(t(), aSession())).toBe('Faces, Autumn');
});
