import { type PageGuard, createGuardedHistory, guardPage } from './guarded-history';

/** The history of one tab, with a guard that records when it is called. */
function tab() {
  window.history.replaceState(null, '', '/editor?tab=1');
  const history = createGuardedHistory();
  const places: string[] = [];
  const silence = history.listen(({ location }) => places.push(location.pathname));
  const asked: (() => void)[] = [];
  const guard: PageGuard = { ask: (go) => asked.push(go) };
  return { history, places, asked, guard, silence };
}
const popped = () =>
  new Promise<void>((done) => window.addEventListener('popstate', () => done(), { once: true }));

test('without unsaved changes, a page is left without a question', () => {
  const { history, places, silence } = tab();
  history.push('/home');
  expect(places).toEqual(['/home']);
  silence();
});
test('a page with unsaved changes is left only when its guard allows it', () => {
  const { history, places, asked, guard, silence } = tab();
  const unguard = guardPage(guard);
  history.push('/editor?tab=2');
  history.push('/home');
  expect(places).toEqual(['/editor']);
  expect(window.location.pathname).toBe('/editor');
  asked[0]?.();
  expect(places).toEqual(['/editor', '/home']);
  unguard();
  silence();
});
test('a step back is undone, and repeated when the guard allows it', async () => {
  const { history, places, asked, guard, silence } = tab();
  history.push('/other');
  const unguard = guardPage(guard);
  const undone = popped().then(popped);
  history.go(-1);
  await undone;
  expect(window.location.pathname).toBe('/other');
  expect(places).toEqual(['/other']);
  expect(asked).toHaveLength(1);
  const back = popped();
  asked[0]?.();
  await back;
  expect(window.location.pathname).toBe('/editor');
  expect(places).toEqual(['/other', '/editor']);
  unguard();
  silence();
});
