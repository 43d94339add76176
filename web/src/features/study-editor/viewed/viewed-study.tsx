import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import type { Study } from '../../../../../contracts/studies/studies';
import { Page } from '../../../ui/page';
import { StudyPeople } from '../access/study-people';
import { StudyData } from '../data/study-data';
import { Rehearsals } from '../rehearsal/rehearsals';
import { StudySessions } from '../study-sessions';
import { PreviewLink, StudySummaryLine } from '../study-head';
import { ReadOnlyConsent } from './viewed-consent';
import { ReadOnlyTexts } from './viewed-texts';
import { mayReadStudyData } from '../../../domain/collaborators/role.rule';

/** The read-only view of a study for viewers and analysts; analysts also see its data. */
export function ReadOnlyStudy({ study }: { study: Study }) {
  const { t } = useTranslation([
    'studies',
    'collaborators',
    'hosted-study',
    'rehearsals',
    'viewed-study',
  ]);
  const [params, setParams] = useSearchParams();
  const runsHere = isHostedRuntime(study.runtime);
  const hasData = mayReadStudyData(study.role);
  const tabs = [
    'sessions',
    'texts',
    'consent',
    ...(runsHere ? ['rehearsals'] : []),
    ...(hasData ? ['data'] : []),
    'access',
  ];
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'sessions';
  return (
    <Page
      title={study.title}
      size="lg"
      lead={<StudySummaryLine study={study} />}
      actions={<PreviewLink study={study} />}
    >
      <Tabs
        value={tab}
        onChange={(next) =>
          setParams(next && next !== 'sessions' ? { tab: next } : {}, { replace: true })
        }
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="sessions">{t('studies:editor.sessions')}</Tabs.Tab>
          <Tabs.Tab value="texts">{t('viewed-study:texts')}</Tabs.Tab>
          <Tabs.Tab value="consent">{t('viewed-study:consent')}</Tabs.Tab>
          {runsHere && <Tabs.Tab value="rehearsals">{t('rehearsals:results')}</Tabs.Tab>}
          {hasData && <Tabs.Tab value="data">{t('hosted-study:data.title')}</Tabs.Tab>}
          <Tabs.Tab value="access">{t('collaborators:title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sessions">
          <StudySessions study={study} onConsent={() => undefined} />
        </Tabs.Panel>
        <Tabs.Panel value="texts">{tab === 'texts' && <ReadOnlyTexts study={study} />}</Tabs.Panel>
        <Tabs.Panel value="consent">
          {tab === 'consent' && <ReadOnlyConsent studyId={study._id} />}
        </Tabs.Panel>
        {runsHere && (
          <Tabs.Panel value="rehearsals">
            {tab === 'rehearsals' && <Rehearsals studyId={study._id} />}
          </Tabs.Panel>
        )}
        {hasData && (
          <Tabs.Panel value="data">{tab === 'data' && <StudyData study={study} />}</Tabs.Panel>
        )}
        <Tabs.Panel value="access">{tab === 'access' && <StudyPeople study={study} />}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}
