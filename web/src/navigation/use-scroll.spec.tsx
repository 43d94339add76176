import { fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { useScrollRestoration } from './use-scroll';

const Page = () => {
  useScrollRestoration();
  return null;
};
const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Page />
    </MemoryRouter>,
  );
const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);

beforeEach(() => {
  sessionStorage.clear();
  scrolled.mockClear();
});

test('a page opened by its address starts at its top, and a reload restores the scroll position', () => {
  const { unmount } = open('/sessions/1');
  window.scrollY = 700;
  fireEvent(window, new Event('scrollend'));
  unmount();
  open('/experiments/details/1?tab=data').unmount();
  expect(scrolled).not.toHaveBeenCalled();
  open('/sessions/1').unmount();
  expect(scrolled.mock.calls).toEqual([[0, 700]]);
});
