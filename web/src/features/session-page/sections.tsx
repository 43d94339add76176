import { Grid, Stack, Tabs, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { RunListEntry } from '../../../../contracts/runtime/runs';
import type { SessionProgress } from '../../../../contracts/enrolment/session-insights';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { SessionFillBar } from '../../domain/sessions/session-fill';
import { TimingSummary } from '../../domain/timing/timing-summary';
import { itemsOfPages } from '../../lib/http/pages';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { onDemand } from '../../ui/on-demand';
import { ConditionTotals } from './conditions';
import { SeatsOverTimeChart } from './curve/fill-curve';
import { SessionFigures } from './figures/figures';
import { Funnel } from './funnel';
import { ParticipantList } from './people/people';
import { RunTable } from './people/run-table';
import { SessionRuns } from './runs';
import classes from './session-page.module.css';
import { SharedStudyDocument } from './shared';
import { SessionTimeline } from './timeline';
import type { SessionData } from './use-session-data';
import { mayManageStudy, mayReadStudyData } from '../../domain/collaborators/role.rule';
import { isPaidReward } from '../../../../contracts/enrolment/payment.rule';

const RecordsDrawer = onDemand(
  async () => (await import('./records/records.drawer')).RecordsDrawer,
);

const SessionPayments = onDemand(
  async () => (await import('./payments/session-payments')).SessionPayments,
);

const paymentsCome = <LoadingRows count={4} height={44} />;

const sections = ['overview', 'people', 'payments', 'data', 'timing', 'history'] as const;
type Section = (typeof sections)[number];
const isSection = (name: string): name is Section => sections.some((one) => one === name);

interface Props {
  session: Session;
  progress: SessionProgress;
  data: SessionData;
  onChanged: () => void;
}

/**
 * The parts of a session's page as tabs, each with an address of its own. A printout contains all
 * of them.
 */
export function SessionTabs({ session, progress, data, onChanged }: Props) {
  const { t } = useTranslation('session-page');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [reading, setReading] = useState<string | null>(null);
  const { runs, errors, conditions, shared, timing, now } = data;
  const lines = itemsOfPages<RunListEntry>(runs.data);
  const timed = timing.data?.sessions.filter(({ session_id }) => session_id === session._id) ?? [];
  const hasTiming = timing.error !== null || timed.length > 0;
  const hasData =
    mayReadStudyData(session.role) &&
    (session.runs_here ||
      lines.length > 0 ||
      (conditions.data?.draw ?? null) !== null ||
      runs.error !== null ||
      errors.error !== null ||
      shared.data?.document != null);
  const has: Readonly<Record<Section, boolean>> = {
    overview: true,
    people: mayManageStudy(session.role) || session.sees_names,
    payments:
      isPaidReward(session.reward) && session.launched_at !== null && mayManageStudy(session.role),
    data: hasData,
    timing: hasTiming,
    history: true,
  };
  const asked = hash.slice(1);
  const at = isSection(asked) && has[asked] ? asked : 'overview';
  const read = lines.find(({ _id }) => _id === reading);
  const onRead = ({ _id }: RunListEntry) => setReading(_id);
  const close = () => setReading(null);
  return (
    <>
      <Tabs
        value={at}
        onChange={(to) =>
          void navigate({ hash: `#${to}` }, { replace: true, preventScrollReset: true })
        }
        keepMountedMode="display-none"
        className={classes.sections}
      >
        <Tabs.List aria-label={t('section.label')}>
          {sections
            .filter((one) => has[one])
            .map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`section.${one}`)}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Stack gap="xl">
            <Stack gap="sm">
              <SessionFillBar session={session} />
              <SessionFigures session={session} progress={progress} />
            </Stack>
            <SeatsOverTimeChart session={session} progress={progress} />
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, md: 7 }}>
                <Stack gap="xs">
                  <Title order={2} size="h3">
                    {t('funnel.title')}
                  </Title>
                  <Funnel funnel={progress.funnel} resolution={progress.resolution} />
                </Stack>
              </Grid.Col>
            </Grid>
          </Stack>
        </Tabs.Panel>
        {has.people && (
          <Tabs.Panel value="people">
            <ParticipantList
              session={session}
              runs={lines}
              isWhole={!runs.hasNextPage && runs.data !== undefined}
              minutes={progress.minutes}
              onChanged={onChanged}
            />
          </Tabs.Panel>
        )}
        {has.payments && (
          <Tabs.Panel value="payments">
            {at === 'payments' && (
              <Suspense fallback={paymentsCome}>
                <SessionPayments session={session} waiting={paymentsCome} />
              </Suspense>
            )}
          </Tabs.Panel>
        )}
        {has.data && (
          <Tabs.Panel value="data">
            <Stack gap="xl">
              <SessionRuns list={runs} errors={errors} now={now} />
              {!mayManageStudy(session.role) && (
                <RunTable title={t('runs.list')} runs={lines} onRead={onRead} />
              )}
              {conditions.data && <ConditionTotals {...conditions.data} />}
              {shared.data && <SharedStudyDocument {...shared.data} />}
            </Stack>
          </Tabs.Panel>
        )}
        {has.timing && (
          <Tabs.Panel value="timing">
            {timing.error && (
              <ErrorNotice error={timing.error} onRetry={() => void timing.refetch()} />
            )}
            <TimingSummary sessions={timed} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="history">
          <Stack gap="xs">
            <Title order={2} size="h3">
              {t('timeline.title')}
            </Title>
            <SessionTimeline timeline={progress.timeline} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
      {read && <RecordsDrawer run={read} onClose={close} onMissing={close} />}
    </>
  );
}
