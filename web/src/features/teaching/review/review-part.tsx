import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReviewComment } from '../../../../../contracts/teaching/class-studies';
import type { StudyFork } from '../../../../../contracts/teaching/templates';
import type { ComparedContent } from './compared-content.rule';
import { PartComments } from './part-comments';
import { PartContent } from './part-content';
import { ChangesSinceVersion, ChangesSinceTemplate } from './part-differences';
import { type ReviewPartName, reviewPartOfChange } from './part-texts.rule';
import { useReviewPartTexts } from './part-words';
import classes from './review.module.css';

interface Props {
  studyId: string;
  part: ReviewPartName;
  compared: ComparedContent;
  /** The differences from the template; undefined until they have loaded. */
  fork: StudyFork | undefined;
  comments: readonly ReviewComment[];
}

/**
 * One part of a study: its content, what differs from the earlier version and from the template,
 * and the comments.
 */
export function ReviewPart({ studyId, part, compared, fork, comments }: Props) {
  const { t } = useTranslation('classroom-studies');
  const words = useReviewPartTexts();
  const title = t(`review.part.${part}`);
  const { shown, before } = compared;
  const changes = fork?.changes.filter((one) => reviewPartOfChange(one) === part) ?? [];
  const places =
    part === 'files'
      ? shown.files.map(({ path }) => path)
      : part === 'timeline'
        ? [...new Set(changes.flatMap(({ place }) => place ?? []))]
        : [];
  return (
    <section className={classes.part} aria-labelledby={`part-${part}`}>
      <Stack gap="sm" className="measure">
        <Title order={2} size="h4" id={`part-${part}`}>
          {title}
        </Title>
        <PartContent part={part} content={shown} before={before?.content ?? null} words={words} />
        {part !== 'files' && <ChangesSinceVersion part={part} compared={compared} words={words} />}
        {/* `changes` compares the study as it is now with the template. If the group has
            changed the study since the submission, these differences do not belong to the
            submission and are hidden. */}
        {fork?.template && !compared.isChangedSince && <ChangesSinceTemplate changes={changes} />}
      </Stack>
      <PartComments
        {...{ studyId, part, title, places }}
        comments={comments.filter((one) => one.part === part)}
      />
    </section>
  );
}
