import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowsSplit2 } from '../../../ui/icons/arrows-split-2';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { comparedFormOf, comparedFormOfDraft } from './difference/compared-form';
import { newConsentBodyOf } from './extras';
import { LazyFormDifference } from './on-demand';
import type { ConsentDraft, ConsentDraftSource } from './use-consent-draft';

/**
 * Shown if two researchers edited at the same time: the version that was published meanwhile,
 * beside the text in this page. The researcher chooses one of them.
 */
export function NewerConsentVersion({
  draft,
  source,
  answers,
}: {
  draft: ConsentDraft;
  source: ConsentDraftSource;
  /**
   * Whether the researcher tried to publish before this notice appeared. Only then does the notice
   * take the focus, since otherwise the researcher may be typing.
   */
  answers: boolean;
}) {
  const { t } = useTranslation('consent-versions');
  // The comparison is rendered with lower priority than the letters that the person types.
  const mine = useDeferredValue(draft.written);
  const theirs = source.consent;
  const from = useMemo(() => theirs && comparedFormOf(theirs), [theirs]);
  const to = useMemo(() => comparedFormOfDraft(newConsentBodyOf(mine.words, mine.extras)), [mine]);
  const notice = useRef<HTMLDivElement>(null);
  const isAnswer = answers && draft.isOvertaken;
  useEffect(() => {
    if (isAnswer) notice.current?.focus();
  }, [isAnswer]);
  if (draft.hasAside && !draft.isOvertaken)
    return (
      <Alert role="status" color="gray" title={t('aside.title')}>
        <Group gap="sm" justify="space-between">
          <Text size="sm" flex="1 1 16rem">
            {t('aside.text')}
          </Text>
          <Button size="sm" variant="default" onClick={draft.bringBack}>
            {t('aside.back')}
          </Button>
        </Group>
      </Alert>
    );
  if (!draft.isOvertaken) return null;
  const { consent, replaces: version } = source;
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      color="orange"
      role="alert"
      icon={<IconArrowsSplit2 aria-hidden />}
      title={consent ? t('overtaken.title', { version }) : t('overtaken.withdrawn')}
    >
      <Stack gap="md">
        <Text size="sm">{t('overtaken.text')}</Text>
        {from && (
          <LazyFormDifference
            from={{ name: t('named', { version }), form: from }}
            to={{ name: t('yours'), form: to }}
          />
        )}
        <Group gap="sm">
          <Button size="sm" variant="default" onClick={draft.keepMine}>
            {t('overtaken.keep')}
          </Button>
          {consent && (
            <Button size="sm" variant="default" onClick={draft.takeTheirs}>
              {t('overtaken.take', { version })}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
