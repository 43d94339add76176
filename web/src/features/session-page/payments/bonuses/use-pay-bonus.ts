import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readSessionCost } from '../../../../../../contracts/payments/session-cost';
import {
  payBonus,
  payTopUp,
  type Bonus,
  type BonusPreview,
  type NewBonus,
  type NewTopUp,
} from '../../../../../../contracts/payments/bonuses';
import {
  payByAnswers,
  type NewPayByAnswers,
} from '../../../../../../contracts/payments/pay-by-answers';
import { listPayments } from '../../../../../../contracts/payments/payments';
import { ApiError } from '../../../../lib/http/api';
import { useKeyedMutation } from '../../../../lib/http/use-keyed-mutation';

export type BonusRequest =
  | { kind: 'bonus'; body: Omit<NewBonus, 'digest'> }
  | { kind: 'top_up'; body: Omit<NewTopUp, 'digest'> }
  | { kind: 'by_answers'; body: Omit<NewPayByAnswers, 'digest'> };

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'digest_stale';

/** Runs the two steps of a bonus: requesting its cost, and paying exactly what the page showed. */
export function usePayBonus(sessionId: string) {
  const client = useQueryClient();
  const bonus = useKeyedMutation(payBonus);
  const rate = useKeyedMutation(payTopUp);
  const answers = useKeyedMutation(payByAnswers);
  const [shown, setShown] = useState<{ order: BonusRequest; preview: BonusPreview } | null>(null);
  const [made, setMade] = useState<Bonus | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = (order: BonusRequest, digest?: string) => {
    const given = digest === undefined ? {} : { digest };
    const params = { id: sessionId };
    switch (order.kind) {
      case 'bonus':
        return bonus.mutateAsync({ params, body: { ...order.body, ...given } });
      case 'top_up':
        return rate.mutateAsync({ params, body: { ...order.body, ...given } });
      case 'by_answers':
        return answers.mutateAsync({ params, body: { ...order.body, ...given } });
    }
  };
  const attempt = async (order: BonusRequest, digest?: string) => {
    setError(null);
    try {
      const answer = await send(order, digest);
      if ('digest' in answer) setShown({ order, preview: answer });
      else {
        setMade(answer);
        await Promise.all(
          [listPayments, readSessionCost].map((e) =>
            client.invalidateQueries({ queryKey: [e.path] }),
          ),
        );
      }
    } catch (refused) {
      setError(refused);
    }
  };
  return {
    shown: shown?.preview ?? null,
    made,
    error,
    /**
     * Whether the costs have changed since they were shown: they are then shown again before
     * anything is paid.
     */
    isStale: isStale(error),
    busy: bonus.isPending || rate.isPending || answers.isPending,
    check: (order: BonusRequest) => attempt(order),
    checkAgain: () => shown && attempt(shown.order),
    pay: () => shown && attempt(shown.order, shown.preview.digest),
    back: () => {
      setError(null);
      setShown(null);
    },
  };
}
export type BonusPaymentSteps = ReturnType<typeof usePayBonus>;
