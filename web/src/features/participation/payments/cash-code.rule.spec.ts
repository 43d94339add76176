import type { Participation } from '../../../../../contracts/enrolment/participations';
import { showsCashCode } from './cash-code.rule';

const at = (
  state: Participation['state'],
  more: Partial<Participation> = {},
): Parameters<typeof showsCashCode>[0] => ({
  state,
  reward: { amount: 450, currency: 'EUR' },
  by_appointment: true,
  researcher_concludes: false,
  ...more,
});

test.each([
  [at('enrolled'), undefined, 'ask'],
  [at('started'), undefined, 'ask'],
  [at('started', { by_appointment: false, researcher_concludes: true }), undefined, 'ask'],
  [at('started', { by_appointment: false }), undefined, false],
  [at('enrolled', { reward: null }), undefined, false],
  [at('waitlisted'), undefined, false],
  [at('completed'), { state: 'due', methods: [] }, 'ask'],
  [at('completed', { by_appointment: false }), { state: 'due', methods: [] }, false],
  [at('approved'), { state: 'approved', methods: ['cash', 'bank'] }, true],
  [at('approved', { by_appointment: false }), { state: 'failed', methods: ['cash'] }, true],
  [at('approved'), { state: 'approved', methods: ['bank'] }, false],
  [at('approved'), { state: 'paid', methods: [] }, false],
  [at('rejected'), { state: 'rejected', methods: [] }, false],
] as const)(
  'a participation %o with the payment %o is offered the code: %s',
  (mine, payment, may) =>
    expect(showsCashCode(mine, payment && { ...payment, methods: [...payment.methods] })).toBe(may),
);
