import { Button, Checkbox, Group, NumberInput, Radio, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { studyFilesLimits } from '../../../../../contracts/study-files/limits';
import { recordingDevices, resumeModes } from '../../../../../contracts/study-files/hosted-runtime';
import { readVersionReport } from '../../../../../contracts/study-files/study-files';
import { BrowserDataReasonsFields } from '../../../domain/sessions/launch/reasons-fields';
import { query } from '../../../lib/http/api';
import { PreloadField } from './beforehand-field';
import { ConditionsField } from './conditions/conditions-field';
import {
  builtPageIn,
  usesBatchSession,
  type HostedRuntimeInput,
} from '../../../domain/study-files/hosted.rule';
import { HostsField } from './hosts-field';
import { PermissionField } from './allowed-field';

interface Props {
  studyId: string;
  value: HostedRuntimeInput;
  onChange: (value: HostedRuntimeInput) => void;
  /** The paths of the field's errors (useDraftField). */
  wrong?: readonly string[];
  maximumMinutes: number | null | undefined;
}
const asNumber = (value: string | number) => (value === '' ? Number.NaN : Number(value));

/**
 * The settings of the chosen version: its start page, how it resumes, and which hosts and functions
 * it may use.
 */
export function HostedSettings({ studyId, value, onChange, wrong, maximumMinutes }: Props) {
  const { t } = useTranslation('hosted-study');
  const { data } = useQuery(
    query(readVersionReport, { params: { id: studyId, version: value.version_id } }),
  );
  const entries = data?.report?.entries ?? [];
  const built = builtPageIn(data?.report);
  const set = (more: Partial<HostedRuntimeInput>) => onChange({ ...value, ...more });
  const { resume } = value;
  const endsEarlier =
    resume.mode !== 'one_sitting' &&
    maximumMinutes !== null &&
    maximumMinutes !== undefined &&
    maximumMinutes < resume.hours * 60;
  return (
    <Stack gap="lg">
      <Select
        label={t('entry')}
        description={t('entry_hint')}
        data={[...new Set([value.entry, ...entries])]}
        value={value.entry}
        allowDeselect={false}
        searchable={entries.length > 10}
        onChange={(entry) => entry && set({ entry })}
      />
      {built !== undefined && built !== value.entry && (
        <Group gap="sm" role="status">
          <Text size="sm">{t('built.is_inside')}</Text>
          <Button variant="default" size="compact-sm" onClick={() => set({ entry: built })}>
            {t('built.begin_with', { page: built })}
          </Button>
        </Group>
      )}
      <Radio.Group
        label={t('resume.label')}
        description={t('resume.hint')}
        value={resume.mode}
        onChange={(next) => {
          const mode = resumeModes.find((one) => one === next);
          if (mode) set({ resume: { ...resume, mode } });
        }}
      >
        <Stack gap="sm" mt="xs">
          {resumeModes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              size="md"
              label={t(`resume.${mode}`)}
              description={t(`resume_text.${mode}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group align="flex-start" gap="md">
        {resume.mode !== 'one_sitting' && (
          <NumberInput
            flex="1 1 14rem"
            label={t('resume.hours')}
            description={t('resume.hours_hint')}
            min={1}
            max={studyFilesLimits.resumeHours}
            clampBehavior="none"
            allowDecimal={false}
            value={Number.isNaN(resume.hours) ? '' : resume.hours}
            onChange={(hours) => set({ resume: { ...resume, hours: asNumber(hours) } })}
          />
        )}
        <NumberInput
          flex="1 1 14rem"
          label={t('expected')}
          description={t('expected_hint')}
          min={1}
          max={studyFilesLimits.expectedRecords}
          clampBehavior="none"
          allowDecimal={false}
          value={value.expected_records ?? ''}
          onChange={(next) => set({ expected_records: next === '' ? null : Number(next) })}
        />
      </Group>
      {endsEarlier && (
        <Text size="sm" role="status">
          {t('resume.minutes_first', { minutes: maximumMinutes })}
        </Text>
      )}
      <HostsField
        named={data?.report?.hosts ?? []}
        value={value.hosts}
        onChange={(hosts) => set({ hosts })}
      />
      <Checkbox.Group
        label={t('needs.label')}
        description={t('needs.hint')}
        value={value.needs}
        onChange={(next) => set({ needs: recordingDevices.filter((one) => next.includes(one)) })}
      >
        <Stack gap="sm" mt="xs">
          {recordingDevices.map((one) => (
            <Checkbox key={one} value={one} size="md" label={t(`needs.${one}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <PermissionField
        of="shares"
        isUsed={usesBatchSession(data?.report ?? { findings: [] })}
        value={value.shares ?? true}
        onChange={(shares) => set({ shares })}
      />
      {value.kind === 'hosted' && (
        <PermissionField
          of="frames"
          isUsed={data?.report?.frames === true}
          value={value.frames ?? true}
          onChange={(frames) => set({ frames })}
        />
      )}
      <BrowserDataReasonsFields
        asks={data?.report?.asks ?? []}
        value={value.reasons ?? {}}
        onChange={(reasons) => set({ reasons })}
      />
      {value.kind === 'hosted' && (
        <PreloadField
          value={value.beforehand}
          onChange={(beforehand) => set({ beforehand })}
          wrong={wrong}
        />
      )}
      <ConditionsField value={value.conditions} onChange={(conditions) => set({ conditions })} />
    </Stack>
  );
}
