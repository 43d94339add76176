import { screen, within } from '@testing-library/react';
import { readConsent } from '../../../../contracts/studies/consents';
import { listSessions } from '../../../../contracts/enrolment/sessions';
import { aSession } from '../../test/a-session';
import { emptyServerRoutes } from '../../test/common-answers';
import { fakeServer, on } from '../../test/fake-server';
import { freshBrowser, renderPart } from '../../test/render-app';
import { WithdrawConsentDialog } from './withdraw-consent.dialog';

beforeEach(() => freshBrowser());
const study = '0193a1b2-0000-7000-8000-000000000011';

test('the dialog for withdrawing a consent form lists the open sessions of the study', async () => {
  fakeServer(
    on(readConsent).answer({
      status: 200,
      body: {
        _id: study,
        version: 2,
        sha256: 'a'.repeat(64),
        title: 'Consent',
        kind: 'markdown',
        body_markdown: 'x',
        file_url: null,
        locale: null,
        comprehension: null,
        translations: [],
        created_at: '2026-11-01T00:00:00Z',
        withdrawn: null,
      },
    }),
    on(listSessions).answer({
      status: 200,
      body: {
        items: [
          aSession({ _id: study, name: 'Autumn', state: 'active' }),
          aSession({ _id: study.replace('11', '12'), name: 'Summer', state: 'closed' }),
          aSession({ _id: study.replace('11', '13'), name: 'Winter', consent_withdrawn: true }),
        ],
        next_cursor: null,
      },
    }),
    emptyServerRoutes,
  );
  renderPart(<WithdrawConsentDialog study={study} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Autumn')).toBeVisible();
  expect(dialog.queryByText('Summer')).toBeNull();
  expect(dialog.queryByText('Winter')).toBeNull();
});
