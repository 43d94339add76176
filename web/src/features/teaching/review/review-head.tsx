import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ClassReview } from '../../../../../contracts/teaching/class-studies';
import type { StudyFork } from '../../../../../contracts/teaching/templates';
import { formatList } from '../../../lib/intl/format';
import { AppLink, LinkButton } from '../../../ui/app-link';
import { TimeText } from '../../../ui/when';
import { FactList } from '../facts';
import { RunStudyLink } from './run-it';
import classes from './review.module.css';

/**
 * The head of a review: who builds the study, from which template, who submitted it, and what was
 * decided.
 */
export function ReviewHead({ review, fork }: { review: ClassReview; fork: StudyFork | undefined }) {
  const { t } = useTranslation('classroom-studies');
  const { study, classroom, builders, own, state, submitted } = review;
  const said = (words: string | null) => words && <span className={classes.words}>{words}</span>;
  return (
    <Stack gap="md">
      <Text className="measure">{t(`review.${own ? 'own_state' : 'staff_state'}.${state}`)}</Text>
      <FactList
        facts={[
          [t('review.fact.builders'), formatList(builders)],
          [
            t('review.fact.classroom'),
            own ? (
              classroom.title
            ) : (
              <AppLink key="classroom" to={`/classrooms/${classroom._id}?tab=studies`} inherit>
                {classroom.title}
              </AppLink>
            ),
          ],
          [t('review.fact.template'), fork?.template?.title ?? null],
          [
            t('review.fact.submitted'),
            submitted && (
              <span key="submitted">
                {submitted.by && `${submitted.by} · `}
                <TimeText at={submitted.at} relative />
              </span>
            ),
          ],
          [t('review.fact.words'), said(submitted?.words ?? null)],
          [
            t('review.fact.decided'),
            submitted?.decided_at ? (
              <TimeText key="decided" at={submitted.decided_at} relative />
            ) : null,
          ],
          [t('review.fact.decision_words'), said(submitted?.decision_words ?? null)],
        ]}
      />
      <Group gap="sm" align="flex-start">
        {own && (
          <LinkButton to={`/experiments/details/${study._id}`} variant="default">
            {t('review.to_study')}
          </LinkButton>
        )}
        {submitted && <RunStudyLink studyId={study._id} />}
      </Group>
    </Stack>
  );
}
