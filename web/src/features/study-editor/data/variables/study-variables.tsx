import { Button, Stack, Text, Title } from '@mantine/core';
import { IconListDetails } from '../../../../ui/icons/list-details';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../../ui/loading/loading';
import classes from '../data.module.css';
import { VariableList } from './variable-list';
import { variablesQuery } from './variables-in-cache';

/**
 * The researchers' descriptions of a study's variables. The list is fetched on demand, since the
 * server has to read records for it.
 */
export function StudyVariables({ studyId, mayChange }: { studyId: string; mayChange: boolean }) {
  const { t } = useTranslation('study-variables');
  const [isOpen, setOpen] = useState(false);
  const read = useQuery({ ...variablesQuery(studyId), enabled: isOpen, refetchOnMount: 'always' });
  return (
    <section className={classes.imported} aria-labelledby="study-variables">
      <Stack gap="md" align="stretch">
        <div>
          <Title order={3} size="h5" id="study-variables">
            {t('title')}
          </Title>
          <Text size="sm" className="measure" mt={4}>
            {t(mayChange ? 'text' : 'text_read')}
          </Text>
        </div>
        {!isOpen && (
          <Button
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconListDetails size={18} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t(mayChange ? 'open' : 'open_read')}
          </Button>
        )}
        {isOpen && read.isPending && <LoadingRows count={3} height={56} />}
        <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
        {isOpen && read.data && (
          <VariableList studyId={studyId} listed={read.data} mayChange={mayChange} />
        )}
      </Stack>
    </section>
  );
}
