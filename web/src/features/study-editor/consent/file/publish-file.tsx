import { Button, FileButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../../../contracts/studies/consents';
import { IconUpload } from '../../../../ui/icons/upload';
import { ConsentFromFile } from './consent-from-file';

interface Props {
  target: { params: { id: string }; query: { replaces: number } };
  onUpload: (file: File | null) => void;
  isUploading: boolean;
  /** Called with the version that was made from a file of the person's resources. */
  onPublished: (consent: Consent) => void;
}

/** The two ways to publish a PDF: from this device, or from the person's resources. */
export function PublishFile({ target, onUpload, isUploading, onPublished }: Props) {
  const { t } = useTranslation('study-editor');
  return (
    <>
      <FileButton onChange={onUpload} accept="application/pdf">
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden />}
            loading={isUploading}
          >
            {t('consent_form.upload')}
          </Button>
        )}
      </FileButton>
      <ConsentFromFile target={target} onPublished={onPublished} />
    </>
  );
}
