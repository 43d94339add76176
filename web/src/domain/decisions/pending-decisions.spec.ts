import { decideOnManyParticipations } from '../../../../contracts/enrolment/session-insights';
import { fakeServer, on } from '../../test/fake-server';
import {
  delayDecision,
  sendDecisionsBeforeUnload,
  usePendingDecisionStore,
} from './pending-decisions';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const held = (many: number) => {
  usePendingDecisionStore.setState({ held: [] });
  delayDecision(
    '0193a1b2-0000-7000-8000-000000000001',
    Array.from({ length: many }, (_, n) => ({
      tag: n.toString(16).padStart(16, '0'),
      decision: { action: 'approve' as const },
    })),
  );
};
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true });
  sendDecisionsBeforeUnload(event);
  return event.defaultPrevented;
};

test('more decisions than a closing page can send are sent first, and the browser asks before it closes', () => {
  const asked = fakeServer(
    on(decideOnManyParticipations).answer({ status: 200, body: { decided: 2_000, already: 0 } }),
  );
  held(20);
  expect(leave()).toBe(false);
  expect(asked).toHaveLength(0);
  held(2_000);
  expect(leave()).toBe(true);
  expect(asked).toHaveLength(1);
  expect(usePendingDecisionStore.getState().held).toEqual([]);
});
