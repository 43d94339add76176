import { Code, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ForkDifference } from '../../../../../contracts/teaching/templates';
import { DifferencePassages } from '../../../domain/difference/passages';
import {
  paragraphDifferenceOf,
  hasChangedPassage,
  textDifference,
} from '../../../domain/difference/text-difference';
import classes from './review.module.css';
import type { ComparedContent } from './compared-content.rule';
import { type ReviewPartName, paragraphsOfPart, type ReviewPartTexts } from './part-texts.rule';

/** The words that were added and removed since the earlier version. */
export function ChangesSinceVersion({
  part,
  compared,
  words,
}: {
  part: Exclude<ReviewPartName, 'files'>;
  compared: ComparedContent;
  words: ReviewPartTexts;
}) {
  const { t } = useTranslation('classroom-studies');
  const { shown, before } = compared;
  const passages = useMemo(() => {
    if (!before) return null;
    const [from, to] = [before.content, shown].map((one) => paragraphsOfPart(one, part, words));
    // Continuous text is compared paragraph by paragraph, and a list line by line.
    const isProse = part !== 'minutes' && part !== 'requirements' && part !== 'timeline';
    return isProse
      ? textDifference((from ?? []).join('\n\n'), (to ?? []).join('\n\n'), null)
      : paragraphDifferenceOf(from ?? [], to ?? [], null);
  }, [before, shown, part, words]);
  if (!before || !passages) return null;
  if (!hasChangedPassage(passages))
    return (
      <Text size="sm" c="dimmed">
        {t(`review.same_since.${before.kind}`)}
      </Text>
    );
  return (
    <details open className={classes.fold}>
      <summary>{t(`review.since.${before.kind}`)}</summary>
      <DifferencePassages passages={passages} lang={undefined} />
    </details>
  );
}

export function ChangesSinceTemplate({ changes }: { changes: readonly ForkDifference[] }) {
  const { t } = useTranslation('classroom-studies');
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('review.same_since.template')}
      </Text>
    );
  return (
    <details className={classes.fold}>
      <summary className="numbers">{t('review.since.template', { count: changes.length })}</summary>
      <Stack gap="sm">
        {changes.map(({ place, before, after }, i) => (
          <Stack gap={4} key={i}>
            {place !== null && <Code className={classes.words}>{place}</Code>}
            <DifferencePassages
              passages={textDifference(before ?? '', after ?? '', null)}
              lang={undefined}
            />
          </Stack>
        ))}
      </Stack>
    </details>
  );
}
