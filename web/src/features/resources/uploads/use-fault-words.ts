import { useTranslation } from 'react-i18next';
import { resourcesLimits } from '../../../../../contracts/resources/limits';
import { formatBytes } from '../../../lib/intl/format-bytes';
import type { UploadFault } from './upload-item';

/** Returns a function that says why a file is not stored, and what the person can do about it. */
export function useFaultWords() {
  const { t } = useTranslation('resources');
  return ({ code, description, reasons = [] }: UploadFault): string => {
    if (code === 'server') return description || t('fault.unknown');
    if (code === 'unsupported_media_type' && reasons.length > 0)
      return reasons.map((reason) => t(`refused.${reason}`)).join(' ');
    return t(`fault.${code}`, { most: formatBytes(resourcesLimits.fileBytes) });
  };
}
