import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isHosted } from '../../../../../contracts/hosted-runtime';
import type { Study } from '../../../../../contracts/studies';
import { Page } from '../../../ui/page';
import { StudyPeople } from './access/study-people';
import { Rehearsals } from './rehearsal/rehearsals';
import { StudySessions } from './study-sessions';
import { PreviewLink, StudyLead } from './study-head';

/** A study to a viewer, who changes nothing: the preview shows its texts. */
export function ViewedStudy({ study }: { study: Study }) {
  const { t } = useTranslation(['studies', 'collaborators', 'rehearsals']);
  const [params, setParams] = useSearchParams();
  const runsHere = isHosted(study.runtime);
  const tabs = ['sessions', ...(runsHere ? ['rehearsals'] : []), 'access'];
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'sessions';
  return (
    <Page
      title={study.title}
      size="lg"
      lead={<StudyLead study={study} />}
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
          {runsHere && <Tabs.Tab value="rehearsals">{t('rehearsals:results')}</Tabs.Tab>}
          <Tabs.Tab value="access">{t('collaborators:title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sessions">
          <StudySessions study={study} onConsent={() => undefined} />
        </Tabs.Panel>
        {runsHere && (
          <Tabs.Panel value="rehearsals">
            {tab === 'rehearsals' && <Rehearsals studyId={study._id} />}
          </Tabs.Panel>
        )}
        <Tabs.Panel value="access">{tab === 'access' && <StudyPeople study={study} />}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}
