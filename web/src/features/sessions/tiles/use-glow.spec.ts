import { renderHook } from '@testing-library/react';
import { useChangeGlow } from './use-glow';

test('rapid changes cause one glow, and a change after a pause causes a second one', () => {
  jest.useFakeTimers({ now: new Date('2099-05-04T10:00:00Z') });
  const { result, rerender } = renderHook(({ version }) => useChangeGlow(version), {
    initialProps: { version: 7 },
  });
  const change = (version: number, afterMs: number) => {
    jest.advanceTimersByTime(afterMs);
    rerender({ version });
    return result.current;
  };
  expect(result.current).toBeNull();
  expect(change(8, 5_000)).toBe(8);
  // Ten changes, one second apart, cause no further glow.
  for (let version = 9; version < 19; version++) expect(change(version, 1_000)).toBe(8);
  expect(change(19, 4_000)).toBe(19);
  jest.useRealTimers();
});
