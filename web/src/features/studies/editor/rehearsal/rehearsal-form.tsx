import { Alert, Button, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  rehearsalLimits,
  simulationModes,
  stallSeconds,
  type SimulationMode,
} from '../../../../../../contracts/rehearsal-limits';
import { makeRehearsal } from '../../../../../../contracts/rehearsals';
import { readReport } from '../../../../../../contracts/study-files';
import { call, query } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { simulableOf } from './simulable.rule';

interface Props {
  studyId: string;
  versionId: string;
  save: () => Promise<boolean>;
}

/** How many, and how; then the page of the rehearsal, which leads back here. */
export function RehearsalForm({ studyId, versionId, save }: Props) {
  const { t } = useTranslation(['rehearsals', 'hosted-study']);
  const [participants, setParticipants] = useState<number | string>(5);
  const [mode, setMode] = useState<SimulationMode>('data-only');
  const { data } = useQuery(query(readReport, { params: { id: studyId, version: versionId } }));
  const [unsaved, setUnsaved] = useState(false);
  const begin = useMutation({
    mutationFn: async () => {
      // What is rehearsed is what is saved.
      const isSaved = await save();
      setUnsaved(!isSaved);
      if (!isSaved) return;
      const params = { id: studyId };
      const body = { participants: Number(participants), mode };
      const { _id } = await call(makeRehearsal, { params, body });
      window.location.assign(`/run/${_id}?rehearsal`);
    },
  });
  const report = data?.report;
  const simulable = report ? simulableOf(report) : null;
  if (report && simulable === 'no')
    return (
      <Alert color="gray" variant="light">
        {t('cannot', { kind: t(`hosted-study:kind.${report.kind}`) })}
      </Alert>
    );
  const isNumber =
    Number.isInteger(participants) &&
    Number(participants) >= 1 &&
    Number(participants) <= rehearsalLimits.participants;
  return (
    <Stack gap="md" align="flex-start">
      <NumberInput
        label={t('participants')}
        w="14rem"
        maw="100%"
        min={1}
        max={rehearsalLimits.participants}
        clampBehavior="none"
        allowDecimal={false}
        value={participants}
        onChange={setParticipants}
        error={isNumber ? undefined : t('how_many', { most: rehearsalLimits.participants })}
      />
      <Radio.Group
        label={t('mode')}
        value={mode}
        onChange={(next) => setMode(simulationModes.find((one) => one === next) ?? 'data-only')}
      >
        <Stack gap="sm" mt="xs">
          {simulationModes.map((one) => (
            <Radio
              key={one}
              value={one}
              size="md"
              label={t(`modes.${one}`)}
              description={t(`about.${one}`, { seconds: stallSeconds[one] })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {simulable === 'unsure' && <Text size="sm">{t('unsure')}</Text>}
      <Button
        variant="light"
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        loading={begin.isPending}
        disabled={!isNumber || !report}
        onClick={() => begin.mutate()}
      >
        {t('begin')}
      </Button>
      {unsaved && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('unsaved')}
        </Text>
      )}
      <ErrorNotice error={begin.error} />
    </Stack>
  );
}
