import { ActionIcon, Button, Group, Menu, Title, Tooltip } from '@mantine/core';
import { IconArrowBackUp } from '../../ui/icons/arrow-back-up';
import { IconArrowForwardUp } from '../../ui/icons/arrow-forward-up';
import { IconArrowLeft } from '../../ui/icons/arrow-left';
import { IconDots } from '../../ui/icons/dots';
import { IconDownload } from '../../ui/icons/download';
import { IconFileExport } from '../../ui/icons/file-export';
import { IconFileImport } from '../../ui/icons/file-import';
import { IconKeyboard } from '../../ui/icons/keyboard';
import { IconLayoutGrid } from '../../ui/icons/layout-grid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../contracts/studies/studies';
import type { TimelineFault } from '../../../../contracts/timeline/timeline-faults';
import { LinkButton } from '../../ui/app-link';
import { usePageTitle } from '../../ui/page';
import { OtherStudyEditors } from '../../domain/studies/who-edits';
import { roomFor } from '../../ui/room/room';
import classes from './builder.module.css';
import { SaveStatus } from './draft/saving';
import { useBuilder, useBuilderState } from './draft/use-builder';
import { TimelineFaultList } from './faults-list';
import { saveFile } from '../../lib/save-file';
import { LazyJatosArchiveDialog } from '../../domain/study-files/jatos-archive-later';
import type { usePublish } from './transfer/use-publish';

interface Props {
  study: Study;
  publish: ReturnType<typeof usePublish>;
  onFault: (fault: TimelineFault) => void;
  onTemplates: () => void;
  onImport: () => void;
  onHelp: () => void;
}

/**
 * The bar above the builder: the way back, whether changes are saved, undo, errors, and publishing.
 */
export function TopBar({ study, publish, onFault, onTemplates, onImport, onHelp }: Props) {
  const { t } = useTranslation(['builder', 'study-draft']);
  const { draft, disabled } = useBuilder();
  const [forJatos, setForJatos] = useState<boolean | null>(null);
  const history = useBuilderState((state) => state.history);
  const faults = useBuilderState((state) => state.faults);
  const published = useBuilderState((state) => state.published);
  usePageTitle(`${study.title} · ${t('builder:title')}`);
  const isUsed =
    published !== null &&
    study.runtime?.kind === 'builder' &&
    study.runtime.version_id === published;
  const exported = () =>
    saveFile(
      `${study.title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'experiment'}.json`,
      JSON.stringify(draft.store.getState().history.now, null, 2),
    );
  return (
    <header className={classes.bar} ref={roomFor.head}>
      <LinkButton
        to={`/experiments/details/${study._id}?tab=runs`}
        variant="subtle"
        color="gray"
        size="compact-md"
        aria-label={t('builder:back')}
      >
        <IconArrowLeft size={20} aria-hidden />
      </LinkButton>
      <div className={classes.heading}>
        <Title order={1} size="h4" className={classes.title}>
          {study.title}
        </Title>
        <Group gap="sm" wrap="nowrap">
          <SaveStatus />
          <OtherStudyEditors studyId={study._id} />
        </Group>
      </div>
      <Group gap={6} className={classes.actions}>
        {(['undo', 'redo'] as const).map((what) => {
          const none = history[what === 'undo' ? 'past' : 'future'].length === 0;
          return (
            <Tooltip key={what} label={t(`study-draft:${what}`)}>
              <ActionIcon
                size={40}
                variant="subtle"
                color="gray"
                aria-label={t(`study-draft:${what}`)}
                aria-disabled={none}
                data-disabled={none || undefined}
                onClick={() => !none && draft[what]()}
              >
                {what === 'undo' ? (
                  <IconArrowBackUp size={20} aria-hidden />
                ) : (
                  <IconArrowForwardUp size={20} aria-hidden />
                )}
              </ActionIcon>
            </Tooltip>
          );
        })}
        <TimelineFaultList onGo={onFault} />
        <Menu position="bottom-end" width={260}>
          <Menu.Target>
            <ActionIcon size={40} variant="subtle" color="gray" aria-label={t('builder:more')}>
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!disabled && (
              <>
                <Menu.Item leftSection={<IconLayoutGrid size={18} />} onClick={onTemplates}>
                  {t('builder:menu.templates')}
                </Menu.Item>
                <Menu.Item leftSection={<IconFileImport size={18} />} onClick={onImport}>
                  {t('builder:json.bring')}
                </Menu.Item>
              </>
            )}
            <Menu.Item leftSection={<IconFileExport size={18} />} onClick={exported}>
              {t('builder:menu.json')}
            </Menu.Item>
            {!disabled && (
              <>
                <Menu.Item
                  leftSection={<IconDownload size={18} />}
                  onClick={() => publish.download.mutate('zip')}
                >
                  {t('builder:menu.folder')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconDownload size={18} />}
                  onMouseEnter={() => LazyJatosArchiveDialog.fetch()}
                  onClick={() => setForJatos(true)}
                >
                  {t('builder:menu.jatos')}
                </Menu.Item>
              </>
            )}
            <Menu.Item leftSection={<IconKeyboard size={18} />} onClick={onHelp}>
              {t('builder:menu.keys')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {forJatos !== null && (
          <LazyJatosArchiveDialog
            opened={forJatos}
            onClose={() => setForJatos(false)}
            onDownload={() => publish.download.mutate('jzip')}
            onMissing={() => setForJatos(null)}
          />
        )}
        {!disabled && (
          <Tooltip
            label={t('builder:publish.when')}
            multiline
            w={280}
            events={{ hover: true, focus: true, touch: false }}
          >
            <Button
              size="sm"
              className={classes.use}
              loading={publish.use.isPending}
              // The button is not `disabled`: a click on it leads to the errors.
              aria-disabled={isUsed}
              data-disabled={isUsed || undefined}
              onClick={() => {
                const [fault] = faults;
                if (fault) onFault(fault);
                else if (!isUsed) publish.use.mutate();
              }}
            >
              {t(isUsed ? 'builder:publish.is_used' : 'builder:publish.use')}
            </Button>
          </Tooltip>
        )}
      </Group>
    </header>
  );
}
