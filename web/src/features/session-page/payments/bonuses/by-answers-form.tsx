import { Code, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../../contracts/enrolment/sessions';
import { paymentsLimits } from '../../../../../../contracts/payments/limits';
import { minPeoplePerAmount } from '../../../../../../contracts/payments/pay-by-answers';
import { ApiError } from '../../../../lib/http/api';
import { formatMoney } from '../../../../lib/intl/format-money';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { parseParticipantCodeLines, type ParticipantCodeLine } from './coded-lines.rule';
import { BonusLineFaults, refusedBonusLines } from './line-faults';
import { BonusRequestForm } from './order-form';
import { ReasonField } from './reason-field';
import type { BonusPaymentSteps } from './use-pay-bonus';

const examples = [
  '0.1 * sum(correct)',
  'if(choice == "left", 2, 0.5)',
  'round(or(score, 0) / 20, 0.5)',
];

interface Props {
  session: Session;
  /** The most that the answers of one participant may earn, in minor units. */
  most: number;
  paying: BonusPaymentSteps;
  onClose: () => void;
}

/**
 * The form in which the researcher sets how much each participant's answers earn: either by a
 * formula, or by lines with a participant code and an amount.
 */
export function PayByAnswersForm({ session, most, paying, onClose }: Props) {
  const { t } = useTranslation('session-payments');
  const { t: common } = useTranslation('common');
  const currency = session.reward?.currency ?? '';
  const reasonField = useRef<HTMLInputElement>(null);
  const givenField = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [by, setBy] = useState<'expression' | 'lines'>('expression');
  const [expression, setExpression] = useState('');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState<readonly ParticipantCodeLine[]>([]);
  const { lines, faults } = parseParticipantCodeLines(text, currency);
  const refused = refusedBonusLines(paying.error, sent);
  const wrongExpression = fieldError(paying.error, 'expression');
  const isEmpty = by === 'lines' ? lines.length + faults.length === 0 : expression.trim() === '';
  const told = [
    ...faults.map(({ line, code }) => t(`bonus.line.${code}`, { line })),
    ...refused.map(({ line, code, why }) =>
      code === 'unknown_participant'
        ? t('bonus.line.unknown', { line })
        : t('bonus.line.refused', { line, why }),
    ),
  ];
  const isPlaced = refused.length > 0 || wrongExpression !== undefined;
  useEffect(() => {
    if (isPlaced) givenField.current?.focus();
  }, [isPlaced, paying.error]);
  const check = () => {
    setTried(true);
    if (reason.trim() === '') return reasonField.current?.focus();
    if (isEmpty || (by === 'lines' && faults.length > 0)) return givenField.current?.focus();
    setSent(by === 'lines' ? lines : []);
    void paying.check({
      kind: 'by_answers',
      body: {
        reason: reason.trim(),
        currency,
        ...(by === 'lines'
          ? { lines: lines.map(({ participant, amount }) => ({ participant, amount })) }
          : { expression: expression.trim() }),
      },
    });
  };
  return (
    <BonusRequestForm paying={paying} onCheck={check} onClose={onClose}>
      <Text size="sm">
        {session.privacy_level === 'anonymous'
          ? t('bonus.by_answers.once_anonymous', { count: minPeoplePerAmount })
          : t('bonus.by_answers.once')}{' '}
        {t('bonus.by_answers.most', { money: formatMoney({ amount: most, currency }) })}
      </Text>
      <ReasonField inputRef={reasonField} value={reason} onChange={setReason} tried={tried} />
      <Radio.Group
        label={t('bonus.by_answers.by')}
        value={by}
        onChange={(chosen) => setBy(chosen === 'lines' ? 'lines' : 'expression')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="expression" label={t('bonus.by_answers.expression')} />
          <Radio value="lines" label={t('bonus.by_answers.lines')} />
        </Stack>
      </Radio.Group>
      {by === 'expression' ? (
        <Textarea
          ref={givenField}
          label={t('bonus.by_answers.formula', { currency })}
          description={
            <>
              {t('bonus.by_answers.formula_hint')}{' '}
              {examples.map((example) => (
                <Code key={example} display="block" w="fit-content" my={4}>
                  {example}
                </Code>
              ))}
            </>
          }
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          maxLength={paymentsLimits.expression}
          value={expression}
          onChange={({ currentTarget }) => setExpression(currentTarget.value)}
          error={wrongExpression ?? (tried && isEmpty && common('field.required'))}
        />
      ) : (
        <Textarea
          ref={givenField}
          label={t('bonus.by_answers.codes')}
          description={t('bonus.by_answers.lines_hint')}
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          className="numbers"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setSent([]);
          }}
          error={tried && (isEmpty ? common('field.required') : told.length > 0)}
        />
      )}
      {by === 'lines' && tried && <BonusLineFaults faults={told} />}
      {!isPlaced && paying.shown === null && (
        <ErrorNotice error={paying.error} kept={common('error.kept')} />
      )}
    </BonusRequestForm>
  );
}

const fieldError = (error: unknown, path: string): string | undefined =>
  error instanceof ApiError
    ? error.fields.find((field) => field.path === path)?.description
    : undefined;
