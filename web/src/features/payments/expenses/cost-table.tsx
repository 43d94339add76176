import { Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExpenseSummary } from '../../../../../contracts/payments/expenses';
import { formatNumber } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import { AppLink } from '../../../ui/app-link';
import { IconChevronDown } from '../../../ui/icons/chevron-down';
import { IconChevronRight } from '../../../ui/icons/chevron-right';
import { type StackingTableColumn, StackingTable } from '../../../ui/stacking-table';
import { sumCosts, costsByStudy, type SessionCosts, type StudyCosts } from './costs.rule';
import classes from './expenses.module.css';

type Line = Omit<SessionCosts, 'study' | 'session'> & { _id: string } & (
    | { level: 'study'; of: StudyCosts }
    | { level: 'session'; of: SessionCosts }
    | { level: 'total' }
  );

/**
 * Makes the lines of the table: each study, the sessions of the studies that are unfolded, and the
 * sum of each currency.
 */
function linesOf(
  studies: readonly StudyCosts[],
  sessions: readonly SessionCosts[],
  isOpen: (id: string) => boolean,
): Line[] {
  const currencies = [...new Set(studies.map(({ currency }) => currency))];
  return [
    ...studies.flatMap((study): Line[] => [
      { ...study, level: 'study', of: study },
      ...(isOpen(study._id)
        ? study.sessions.map((one): Line => ({
            ...one,
            _id: one.session._id,
            level: 'session',
            of: one,
          }))
        : []),
    ]),
    ...(studies.length > 1 ? currencies : []).map((currency): Line => ({
      _id: currency,
      currency,
      level: 'total',
      ...sumCosts(sessions.filter((one) => one.currency === currency)),
    })),
  ];
}

/** Shows what each study and each of its sessions cost. */
export function CostTable({ sessions }: { sessions: ExpenseSummary['sessions'] }) {
  const { t } = useTranslation('expenses');
  const studies = costsByStudy(sessions);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  // If there is only one study, its sessions are shown from the start, because there is no other
  // study to compare it with.
  const isOpen = (id: string) => (studies.length === 1) !== toggled.has(id);
  const toggle = (id: string) =>
    setToggled((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const money = (
    name: string,
    label: string,
    amount: (line: Line) => number,
  ): StackingTableColumn<Line> => ({
    name,
    label,
    kind: 'numbers',
    cell: (line) => (
      <span className={classes.amount}>
        {formatMoney({ amount: amount(line), currency: line.currency })}
      </span>
    ),
  });
  const columns: StackingTableColumn<Line>[] = [
    {
      name: 'what',
      label: t('costs.what'),
      kind: 'heading',
      cell: (line) => {
        if (line.level === 'total')
          return (
            <Text span fw={600} inherit>
              {t('costs.total', { currency: line.currency })}
            </Text>
          );
        if (line.level === 'session') {
          const { _id, name, number } = line.of.session;
          return (
            <span className={classes.session}>
              <AppLink to={`/sessions/${_id}`} inherit>
                {name ?? t('costs.session', { number })}
              </AppLink>
            </span>
          );
        }
        const { of } = line;
        const title = of.study.title ?? t('untitled');
        const Icon = isOpen(of._id) ? IconChevronDown : IconChevronRight;
        return (
          <UnstyledButton
            className={classes.study}
            onClick={() => toggle(of._id)}
            aria-expanded={isOpen(of._id)}
          >
            <Icon size={16} aria-hidden />
            <span>
              <b>{title}</b>
              <Text size="xs" c="dimmed" component="span" display="block">
                {t('costs.sessions', { count: of.sessions.length })}
              </Text>
            </span>
          </UnstyledButton>
        );
      },
    },
    {
      name: 'approved',
      label: `${t('costs.approved')} / ${t('costs.spots')}`,
      kind: 'numbers',
      cell: ({ approved_payments, spots }) => (
        <span className={classes.amount}>
          {formatNumber(approved_payments)} / {formatNumber(spots)}
        </span>
      ),
    },
    money('paid', t('costs.paid'), ({ paid }) => paid),
    money('fees', t('costs.fees'), ({ fees }) => fees),
    money('owed', t('costs.owed'), ({ owed }) => owed),
    money('held', t('costs.held'), ({ held }) => held),
    money('to_come', t('costs.to_come'), ({ owed, held }) => owed + held),
  ];
  return (
    <Stack gap="md" component="section" aria-labelledby="costs">
      <Title order={2} size="h3" id="costs">
        {t('costs.title')}
      </Title>
      <div className={`${classes.amounts} ${classes.costs}`}>
        <StackingTable
          label={t('costs.title')}
          columns={columns}
          items={linesOf(studies, sessions, isOpen)}
        />
      </div>
      <Text size="sm" c="dimmed" className="measure">
        {t('costs.hint')} {t('costs.next_day')}
      </Text>
    </Stack>
  );
}
