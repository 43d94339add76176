import { Anchor, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { previewForReview } from '../../../../../contracts/teaching/class-studies';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconExternalLink } from '../../../ui/icons/external-link';

/** A button that runs the study in a tab of its own, where nothing is recorded. */
export function RunStudyLink({ studyId }: { studyId: string }) {
  const { t } = useTranslation('classroom-studies');
  const preview = useMutation({
    // The click itself opens the tab, since browsers block a tab that a script opens later.
    mutationFn: async (tab: Window | null) => {
      try {
        const { url } = await call(previewForReview, { params: { id: studyId } });
        tab?.location.replace(url);
        return tab ? null : url;
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
  const open = () => {
    const tab = window.open('about:blank', '_blank');
    if (tab) tab.opener = null;
    preview.mutate(tab);
  };
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconExternalLink size={18} aria-hidden />}
        loading={preview.isPending}
        onClick={open}
      >
        {t('review.run')}
      </Button>
      {preview.data && (
        <Anchor href={preview.data} target="_blank" rel="noopener" py={10}>
          {t('review.run_blocked')}
        </Anchor>
      )}
      <ErrorNotice error={preview.error} />
    </Stack>
  );
}
