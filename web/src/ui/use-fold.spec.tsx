import { act, renderHook } from '@testing-library/react';
import { useFoldedList } from './use-fold';

const before = Object.getOwnPropertyDescriptor(window, 'matchMedia');
const windowOf = (isNarrow: boolean) => {
  window.matchMedia = ((media: string) => ({
    media,
    matches: isNarrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
};
afterEach(() => {
  if (before) Object.defineProperty(window, 'matchMedia', before);
  else Reflect.deleteProperty(window, 'matchMedia');
});
const items = (n: number) => Array.from({ length: n }, (_, i) => i);
const folded = (n: number, most: number, mostWide?: number) =>
  renderHook(() => useFoldedList(items(n), most, mostWide)).result;

test('on a phone, a long list shows its first items until it is unfolded', () => {
  windowOf(true);
  const list = folded(14, 5);
  expect(list.current).toMatchObject({ shown: items(5), isFolded: true });
  act(() => list.current.unfold());
  expect(list.current).toMatchObject({ shown: items(14), isFolded: false });
});

test('a list with one further item is not folded, because the button takes the same room', () => {
  windowOf(true);
  expect(folded(6, 5).current).toMatchObject({ shown: items(6), isFolded: false });
});

test('a wide screen shows all items, or up to its own limit', () => {
  windowOf(false);
  expect(folded(14, 5).current.isFolded).toBe(false);
  expect(folded(14, 3, 6).current.shown).toHaveLength(6);
});
