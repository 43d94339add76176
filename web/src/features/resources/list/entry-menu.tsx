import { Kbd, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EntryAction } from '../entries/offered.rule';
import { IconCopy } from '../../../ui/icons/copy';
import { IconDownload } from '../../../ui/icons/download';
import { IconFolder } from '../../../ui/icons/folder';
import type { Icon } from '../../../ui/icons/icon';
import { IconInfoCircle } from '../../../ui/icons/info-circle';
import { IconPencil } from '../../../ui/icons/pencil';
import { IconRestore } from '../../../ui/icons/restore';
import { IconTransfer } from '../../../ui/icons/transfer';
import { IconTrash } from '../../../ui/icons/trash';
import { IconUsers } from '../../../ui/icons/users';

export const actionIcons: Record<EntryAction, Icon> = {
  open: IconFolder,
  download: IconDownload,
  rename: IconPencil,
  move: IconTransfer,
  copy: IconCopy,
  share: IconUsers,
  origin: IconInfoCircle,
  remove: IconTrash,
  restore: IconRestore,
  purge: IconTrash,
};
const keys: Partial<Record<EntryAction, string>> = { open: 'Enter', rename: 'F2', remove: 'Del' };

/** The items of the menu that opens for the selected files and folders. */
export function EntryMenu({
  offers,
  onAct,
}: {
  offers: readonly EntryAction[];
  onAct: (offer: EntryAction) => void;
}) {
  const { t } = useTranslation('resources');
  return offers.map((offer) => {
    const Sign = actionIcons[offer];
    const key = keys[offer];
    return (
      <Menu.Item
        key={offer}
        leftSection={<Sign size={18} aria-hidden />}
        rightSection={
          key && (
            <Kbd size="xs" aria-hidden>
              {key}
            </Kbd>
          )
        }
        onClick={() => onAct(offer)}
      >
        {t(`do.${offer}`)}
      </Menu.Item>
    );
  });
}
