import { screen } from '@testing-library/react';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { fakeServer, someone } from '../../../test/world';
import { Affiliation } from './affiliation';

beforeEach(() => freshBrowser());

test.each([
  ['rejected', false, 'Did not pass on November 20, 2026'],
  ['rejected', null, 'Did not pass on November 20, 2026'],
  ['approved', true, 'Approved on November 20, 2026'],
])(
  'a researcher reads why the last decision was %s (privilege %p)',
  async (state, researcher_privilege, title) => {
    const asked = fakeServer(({ path }) =>
      path === '/api/reviews/own/'
        ? {
            status: 200,
            body: {
              last_decision: {
                state,
                decided_at: '2026-11-20T12:00:00Z',
                reason: 'We called them.',
              },
            },
          }
        : undefined,
    );
    renderPart(
      <Affiliation
        user={someone({ is_researcher: true, organization: 'Yale', researcher_privilege })}
      />,
    );
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('We called them.')).toBeVisible();
    expect(asked.map(({ path }) => path)).toContain('/api/reviews/own/');
  },
);

test('without a decision nothing is said of one', async () => {
  const asked = fakeServer(() => ({ status: 200, body: { last_decision: null } }));
  renderPart(<Affiliation user={someone({ is_researcher: true, organization: 'Yale' })} />);
  await screen.findByText('Pending review');
  expect(asked).toHaveLength(1);
  expect(screen.queryByText('The reviewer wrote:')).not.toBeInTheDocument();
});
