import { screen, within } from '@testing-library/react';
import { listConsentVersions, readConsentVersion } from '../../../../../contracts/studies/consents';
import { listSessions } from '../../../../../contracts/enrolment/sessions';
import { readStudy } from '../../../../../contracts/studies/studies';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { consentVersion, numberedId, study } from '../../../test/shown-study';

beforeEach(() => freshBrowser());

function view(tab: string) {
  fakeServer(
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(readStudy).answer({
      status: 200,
      body: study({
        own: true,
        role: 'viewer',
        state: 'draft',
        consent: null,
        additional_notes: 'Bring headphones.',
        eligibility: [{ filter: 'age', range: { lower: 18, upper: 30 } }],
        runtime: {
          kind: 'hosted',
          version_id: numberedId(3),
          sha256: 'b'.repeat(64),
          entry: 'index.html',
          resume: { mode: 'restart', hours: 24 },
          hosts: ['https://cdn.example.org'],
          needs: [],
          expected_records: null,
          conditions: {
            draw: 'least_filled',
            repeats: 1,
            blinded: false,
            cells: [
              { name: 'fast', share: 2, values: { delay: 100 } },
              { name: 'slow', share: 1, values: { delay: 900 } },
            ],
          },
        },
      }),
    }),
    on(listSessions).answer({ status: 200, body: { items: [], next_cursor: null } }),
    on(listConsentVersions).answer({
      status: 200,
      body: {
        items: [
          {
            _id: numberedId(5),
            version: 1,
            state: 'draft',
            title: 'Consent',
            kind: 'markdown',
            locales: ['en'],
            created_at: '2026-10-01T10:00:00Z',
          },
        ],
        next_cursor: null,
      },
    }),
    on(readConsentVersion).answer({ status: 200, body: consentVersion(1) }),
    ...emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/experiments/details/${numberedId(1)}?tab=${tab}`);
}

test('a viewer sees description, eligibility, runtime and conditions of a study, and can change none of them', async () => {
  view('texts');
  expect(await screen.findByText('Bring headphones.')).toBeVisible();
  expect(screen.getByText(/from 18 to 30|18.*30/)).toBeVisible();
  expect(screen.getByText(/https:\/\/cdn\.example\.org/)).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Conditions' }));
  expect(table.getByRole('row', { name: 'fast 2 100' })).toBeVisible();
  expect(table.getByRole('row', { name: 'slow 1 900' })).toBeVisible();
  expect(within(screen.getByRole('tabpanel')).queryByRole('textbox')).toBeNull();
});

test('a viewer reads the consent form also while it is a draft', async () => {
  view('consent');
  expect(await screen.findByText('Text of version 1')).toBeVisible();
});
