import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReviewContent } from '../../../../../contracts/teaching/class-studies';
import { MarkdownText } from '../../../ui/reading/markdown';
import { PartFiles } from './part-files';
import { type ReviewPartName, paragraphsOfPart, type ReviewPartTexts } from './part-texts.rule';
import classes from './review.module.css';

interface Props {
  part: ReviewPartName;
  content: ReviewContent;
  /** The earlier content with which the part is compared; null if there is none. */
  before: ReviewContent | null;
  words: ReviewPartTexts;
}

/** Shows the content of one part of a study. */
export function PartContent({ part, content, before, words }: Props) {
  const { t } = useTranslation('classroom-studies');
  if (part === 'files') return <PartFiles before={before?.files ?? null} now={content.files} />;
  const paragraphs = paragraphsOfPart(content, part, words).filter((one) => one.trim() !== '');
  if (paragraphs.length === 0) return <Text c="dimmed">{t('review.nothing')}</Text>;
  switch (part) {
    case 'title':
      return <Text className={classes.words}>{paragraphs.join('\n')}</Text>;
    case 'minutes':
    case 'requirements':
    case 'timeline':
      return (
        <List className={classes.words} spacing={4}>
          {paragraphs.map((one, i) => (
            <List.Item key={i}>{one}</List.Item>
          ))}
        </List>
      );
    case 'consent':
      return (
        <Stack gap="xs">
          <Text fw={600}>{content.consent?.title}</Text>
          <MarkdownText>{content.consent?.text ?? ''}</MarkdownText>
        </Stack>
      );
    case 'description':
    case 'additional_notes':
      return <MarkdownText>{paragraphs.join('\n\n')}</MarkdownText>;
  }
}
