import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publishConsentFromFile } from '../../../../../../contracts/studies/consent-from-file';
import type { Consent } from '../../../../../../contracts/studies/consents';
import { studiesLimits } from '../../../../../../contracts/studies/limits';
import { PickFilesDialog } from '../../../../domain/resources/pick-files.dialog';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { IconFolder } from '../../../../ui/icons/folder';
import { useRefreshConsents } from '../use-refresh-consents';

interface Props {
  target: { params: { id: string }; query: { replaces: number } };
  onPublished: (consent: Consent) => void;
}

/** Publishes a PDF from the person's resources as the next version of the consent form. */
export function ConsentFromFile({ target, onPublished }: Props) {
  const { t } = useTranslation('take-resources');
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefreshConsents();
  const publish = useMutation({
    ...mutation(publishConsentFromFile),
    onSuccess: (made) => {
      setOpen(false);
      onPublished(made);
    },
    onSettled: refresh,
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFolder size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('open_pdf')}
      </Button>
      <PickFilesDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('title_pdf')}
        single
        accepts={({ type, bytes }) =>
          type === 'application/pdf' && bytes <= studiesLimits.consentPdfBytes
        }
        onPick={([file]) => file && publish.mutate({ ...target, body: { file_id: file.file_id } })}
        busy={publish.isPending}
        error={publish.error}
      />
    </>
  );
}
