import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileImport } from '../../../ui/icons/file-import';
import { useTranslation } from 'react-i18next';
import {
  type TimelineTemplate,
  timelineTemplates,
} from '../../../../../contracts/study-files/study-timelines';
import { TemplateDrawing } from './drawings';
import classes from './gallery.module.css';

export type ExperimentStartChoice = TimelineTemplate | 'empty';
interface Props {
  busy: ExperimentStartChoice | null;
  onChoose: (what: ExperimentStartChoice) => void;
  onImport: () => void;
}
const beginnings: readonly ExperimentStartChoice[] = ['empty', ...timelineTemplates];

/** The possible beginnings of an experiment: empty, a working template, or an imported one. */
export function TemplateGallery({ busy, onChoose, onImport }: Props) {
  const { t } = useTranslation('builder');
  return (
    <Stack gap="lg">
      <ul className={classes.grid}>
        {beginnings.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={classes.card}
              aria-disabled={busy !== null}
              aria-busy={busy === one}
              onClick={() => busy === null && onChoose(one)}
            >
              <TemplateDrawing of={one} />
              <span>
                <Text span fw={600} display="block">
                  {t(`template.${one}.name`)}
                </Text>
                <Text span size="sm" c="dimmed" display="block">
                  {t(`template.${one}.text`)}
                </Text>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Group>
        <Button
          variant="default"
          leftSection={<IconFileImport size={18} aria-hidden />}
          onClick={onImport}
        >
          {t('json.bring')}
        </Button>
      </Group>
    </Stack>
  );
}
