import { renderHook } from '@testing-library/react';
import { useDebouncedOnPage } from './use-debounced-on-page';

describe('useDebouncedOnPage', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    history.replaceState(null, '', '/home');
  });
  afterEach(() => jest.useRealTimers());

  it('passes on the last value after the delay', () => {
    const written: string[] = [];
    const { result } = renderHook(() =>
      useDebouncedOnPage((text: string) => written.push(text), 250),
    );
    result.current('rhy');
    result.current('rhythms');
    jest.advanceTimersByTime(249);
    expect(written).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(written).toEqual(['rhythms']);
  });

  it('drops the value when the page was left meanwhile', () => {
    const written: string[] = [];
    const { result } = renderHook(() =>
      useDebouncedOnPage((text: string) => written.push(text), 250),
    );
    result.current('rhythms');
    history.pushState(null, '', '/study/details/1');
    jest.advanceTimersByTime(1_000);
    expect(written).toEqual([]);
  });
});
