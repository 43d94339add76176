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

test('two sessions of a study that were launched on one day have different names', () => {
  const names = ['2026-11-26T10:00:00Z', '2026-11-26T14:05:00Z'].map((launched_at) =>
    sessionName(t(), unnamed({ launched_at, opens_at: '2026-12-01T09:00:00Z' })),
  );
  expect(names[0]).toMatch(/^Session of Nov 26, 2026, /);
  expect(new Set(names).size).toBe(2);
});

test('one that was not launched is called by when it was made', () => {
  const launched_at = null;
  const names = ['2026-11-26T10:00:00Z', '2026-11-26T10:01:00Z'].map((created_at) =>
    sessionName(t(), unnamed({ launched_at, created_at })),
  );
  expect(new Set(names).size).toBe(2);
});

test('the name that its researcher gave stands for it, with the study where that is not beside it', () => {
  expect(sessionName(t(), aSession())).toBe('Autumn');
  expect(sessionTitle(t(), aSession())).toBe('Faces, Autumn');
});
