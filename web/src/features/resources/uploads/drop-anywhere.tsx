import { Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showMessage } from '../../../lib/ui.store';
import { IconUpload } from '../../../ui/icons/upload';
import { droppedEntriesOf, filesOfEntries } from './dropped-files';
import classes from './uploads.module.css';
import { uploadActions } from './uploads.store';

/**
 * Lets the person drop files and folders anywhere on the page.
 * @param folder the folder that gets them; undefined if they cannot be dropped now
 */
export function DropAnywhere({ folder, name }: { folder: string | undefined; name: string }) {
  const { t } = useTranslation('resources');
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const target = useRef(folder);
  target.current = folder;
  useEffect(() => {
    // The browser reports that the pointer enters an inner element before it reports that it leaves
    // the outer one. `depth` counts the elements that the pointer is in.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = target.current === undefined ? 'none' : 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const to = target.current;
      if (to === undefined) return;
      const entries = droppedEntriesOf(event.dataTransfer);
      setReading(true);
      filesOfEntries(entries)
        .then((files) => uploadActions.add(to, files))
        .catch(() => showMessage(t('drop.unreadable'), { type: 'error', autoHideMs: null }))
        .finally(() => setReading(false));
    };
    const all = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [type, on] of Object.entries(all)) addEventListener(type, on as EventListener);
    return () => {
      for (const [type, on] of Object.entries(all)) removeEventListener(type, on as EventListener);
    };
  }, [t]);
  return (
    <>
      <div role="status">{isReading && <Text size="sm">{t('drop.reading')}</Text>}</div>
      {isOver && (
        <div className={classes.over}>
          <Group gap="sm">
            <IconUpload size={32} aria-hidden />
            <Text size="lg" fw={600}>
              {folder === undefined ? t('drop.not_here') : t('drop.here', { name })}
            </Text>
          </Group>
        </div>
      )}
    </>
  );
}
