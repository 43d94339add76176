import { Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  startFromTemplate,
  type TimelineTemplate,
} from '../../../../../contracts/study-files/study-timelines';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { useBuilder } from '../draft/use-builder';
import { TemplateGallery } from './gallery';

interface Props {
  onClose: () => void;
  onImport: () => void;
  onEmpty: () => void;
}

/** The dialog that replaces the present draft by a template. Undo restores the draft. */
export function TemplatesDialog({ onClose, onImport, onEmpty }: Props) {
  const { t } = useTranslation(['builder', 'common']);
  const { studyId, draft } = useBuilder();
  const start = useMutation({
    mutationFn: async (template: TimelineTemplate) => {
      await draft.flush();
      const { version, history } = draft.store.getState();
      const body = { version, template, language: history.now.language };
      return call(startFromTemplate, { params: { id: studyId }, body });
    },
    onSuccess: (made) => {
      draft.replace(made);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('builder:menu.templates')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('builder:template.replaces')}
        </Text>
        <ErrorNotice error={start.error} />
        <TemplateGallery
          busy={start.isPending ? start.variables : null}
          onChoose={(what) => (what === 'empty' ? onEmpty() : start.mutate(what))}
          onImport={onImport}
        />
      </Stack>
    </Modal>
  );
}
