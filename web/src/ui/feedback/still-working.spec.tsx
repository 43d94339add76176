import { act, screen } from '@testing-library/react';
import { freshBrowser, renderPart } from '../../test/render-app';
import { useMutation } from '../../lib/http/use-mutation';
import { StillWorking } from './still-working';

beforeEach(() => freshBrowser());

test('a pending change is announced after two seconds until it is done', async () => {
  let answer = (_: string) => undefined as void;
  const Part = () => {
    const { mutate } = useMutation({
      mutationFn: () =>
        new Promise<string>((resolve) => {
          answer = resolve;
        }),
    });
    return (
      <>
        <button type="button" onClick={() => mutate()}>
          Go
        </button>
        <StillWorking />
      </>
    );
  };
  renderPart(<Part />);
  const go = await screen.findByRole('button', { name: 'Go' });
  jest.useFakeTimers();
  try {
    await act(async () => {
      go.click();
      await jest.advanceTimersByTimeAsync(1900);
    });
    expect(screen.queryByText('Still working…')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.getByText('Still working…')).toBeVisible();
    await act(async () => {
      answer('done');
      await jest.advanceTimersByTimeAsync(50);
    });
    expect(screen.queryByText('Still working…')).not.toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});
