import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ComponentProps, Suspense } from 'react';
import { onDemand } from '../../../ui/on-demand';
import type { OwnPayments } from './use-own-payments';

const Head = onDemand(async () => (await import('./parts')).PaymentsSummary);
const Payment = onDemand(async () => (await import('./parts')).OwnPayment);
const Code = onDemand(async () => (await import('./parts')).CashCodeButton);
const CodeDialog = onDemand(async () => (await import('./dialogs')).CashCodeDialog);

/*
 * The parts of the history that show payments. They are fetched, with their texts, when a
 * participant has a payment or may get one.
 */
export const LazyPaymentsSummary = (props: ComponentProps<typeof Head>) => (
  <Suspense>
    <Head {...props} />
  </Suspense>
);
export const LazyOwnPayment = (props: ComponentProps<typeof Payment>) => (
  <Suspense>
    <Payment {...props} />
  </Suspense>
);
export const LazyCashCodeButton = (props: ComponentProps<typeof Code>) => (
  <Suspense>
    <Code {...props} />
  </Suspense>
);
export const LazyCashCodeDialog = (props: ComponentProps<typeof CodeDialog>) => (
  <Suspense>
    <CodeDialog {...props} />
  </Suspense>
);

const settled = () =>
  Promise.all([Head.settled(), Payment.settled(), i18next.loadNamespaces('own-payments')]);

/**
 * Whether the payments, and the code that renders them, are loaded. The page shows no card before
 * that, since a card would grow when its payment appears.
 */
export function usePaymentsAreLoaded({ payments, isPending }: OwnPayments): boolean {
  const needed = payments.length > 0;
  const programs = useQuery({
    queryKey: ['parts of payments'],
    queryFn: async () => (await settled()).length,
    enabled: needed,
    staleTime: Infinity,
  });
  return !isPending && (!needed || !programs.isPending);
}
