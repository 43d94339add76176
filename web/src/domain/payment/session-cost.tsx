import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isPaidReward } from '../../../../contracts/enrolment/payment.rule';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { listWallets } from '../../../../contracts/payments/funding';
import type { SessionCost } from '../../../../contracts/payments/session-cost';
import { useUser } from '../../lib/auth/user';
import { ApiError, query } from '../../lib/http/api';
import { formatNumber } from '../../lib/intl/format';
import { formatMoney } from '../../lib/intl/format-money';
import { AppLink } from '../../ui/app-link';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { IconCoins } from '../../ui/icons/coins';
import { useSessionCost } from './use-session-cost';

interface Props {
  session: Pick<Session, '_id' | 'role' | 'reward' | 'launched_at'>;
  /** The capacity that the person typed; undefined if the session keeps its capacity. */
  capacity?: number | undefined;
  /**
   * The error of the request that launches or changes the session. This component shows the error
   * only if the wallet lacks money.
   */
  refused?: unknown;
  /**
   * Whether the launch will pay participants. The launch takes the reward from the study. Before
   * the launch, `session.reward` may still differ from that reward.
   */
  willPay?: boolean;
  /** Called when the person follows a link away. */
  onLeave: () => void;
}

/**
 * Whether an error says that the wallet lacks money. `SessionCost` explains that error beside the
 * cost.
 */
export const isInsufficientFunds = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'insufficient_funds';

/** Shows the amount that the wallet lacks, and a link for adding money. */
function Missing({
  cost,
  currency,
  isOwner,
  isRefused,
  onLeave,
}: {
  cost: SessionCost;
  currency: string;
  isOwner: boolean;
  isRefused: boolean;
  onLeave: () => void;
}) {
  const { t } = useTranslation('payments');
  const { user } = useUser();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRefused) notice.current?.focus();
  }, [isRefused]);
  const wallets = useQuery({
    ...query(
      listWallets,
      user?.role === 'ADMINISTRATOR' ? { query: { researcher: user._id } } : {},
    ),
    enabled: isOwner && user !== null,
  });
  const wallet = wallets.data?.items.find((one) => one.currency === currency);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role={isRefused ? 'alert' : 'note'}
      color={isRefused ? 'red' : 'orange'}
      icon={<IconCoins aria-hidden />}
      title={
        cost.missing > 0
          ? t('cost.missing', { money: formatMoney({ amount: cost.missing, currency }) })
          : t('cost.too_little')
      }
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="numbers">
          {!isOwner
            ? t('cost.of_owner')
            : wallet
              ? t('cost.balance', { money: formatMoney({ amount: wallet.balance, currency }) })
              : t('cost.add_text')}
        </Text>
        {isOwner && (
          <AppLink to="/payment-methods" size="sm" onClick={onLeave}>
            {t('cost.add')}
          </AppLink>
        )}
      </Stack>
    </Alert>
  );
}

function Lines({ session, capacity, refused, onLeave }: Props) {
  const { t } = useTranslation('payments');
  const { cost, error, refetch } = useSessionCost(session._id, { capacity }, true);
  const isRefused = isInsufficientFunds(refused);
  useEffect(() => {
    // The missing amount is read again, since it may have changed: for example, a colleague may
    // have launched another session.
    if (isRefused) void refetch();
  }, [isRefused, refetch]);
  if (error && !cost)
    return (
      <>
        <ErrorNotice error={isRefused ? refused : null} />
        <ErrorNotice error={error} title={t('cost.failed')} onRetry={() => void refetch()} />
      </>
    );
  if (!cost || cost.currency === null)
    return isRefused ? <ErrorNotice error={refused} /> : <Text size="sm" mih="2lh" />;
  const { currency } = cost;
  const money = (amount: number) => formatMoney({ amount, currency });
  const shared = {
    count: cost.seats,
    spots: formatNumber(cost.seats),
    reward: money(cost.reward),
    total: money(cost.total - cost.by_answers),
  };
  return (
    <Stack gap={4}>
      <Text size="sm" className="numbers" role="status">
        {cost.fee > 0
          ? t('cost.with_fee', { ...shared, fee: money(cost.fee) })
          : t('cost.without_fee', shared)}
      </Text>
      {cost.by_answers > 0 && (
        <Text size="sm" className="numbers">
          {t('cost.by_answers', { money: money(cost.by_answers), total: money(cost.total) })}
        </Text>
      )}
      {(cost.held > 0 || session.launched_at === null) && (
        <Text size="sm" c="dimmed" className="numbers">
          {cost.held > 0 ? t('cost.held', { money: money(cost.held) }) : t('cost.not_held')}
        </Text>
      )}
      {(cost.missing > 0 || isRefused) && (
        <Missing
          cost={cost}
          currency={currency}
          isOwner={session.role === 'owner'}
          isRefused={isRefused}
          onLeave={onLeave}
        />
      )}
    </Stack>
  );
}

function Titled(props: Props) {
  const { t } = useTranslation('payments');
  return (
    <Stack gap={6} component="section" aria-label={t('cost.title')}>
      <Title order={3} size="h5">
        {t('cost.title')}
      </Title>
      <Lines {...props} />
    </Stack>
  );
}

/**
 * Shows what a session may cost, how much money is held for it, and how much the wallet lacks. It
 * shows nothing if participants are not paid.
 */
export function SessionCostLines(props: Props) {
  if (!isPaidReward(props.session.reward) && !props.willPay) return null;
  return (
    <Suspense fallback={<Text size="sm" mih="4lh" />}>
      <Titled {...props} />
    </Suspense>
  );
}
