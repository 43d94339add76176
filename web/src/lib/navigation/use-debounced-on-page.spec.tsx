import { renderHook } from '@testing-library/react';
import { useDebouncedOnPage } from './use-debounced-on-page';

describe('What is typed into a search', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    history.replaceState(null, '', '/home');
  });
  afterEach(() => jest.useRealTimers());

  it('is written into the address a moment later', () => {
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

  it('is not written where somebody has followed a link meanwhile', () => {
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
