import { screen, waitFor, within } from '@testing-library/react';
import {
  type Consent,
  type ConsentVersion,
  listConsentVersions,
  NewConsent,
  publishConsent,
  readConsent,
  readConsentVersion,
} from '../../../../../contracts/studies/consents';
import { listSessions } from '../../../../../contracts/enrolment/sessions';
import { readPricing } from '../../../../../contracts/payments/pricing';
import { listStudies, type OwnStudy, readStudy } from '../../../../../contracts/studies/studies';
import { useAuth } from '../../../lib/auth/auth.store';
import { aStudy } from '../../../test/a-study';
import {
  distantFuture,
  profileRoute,
  aUser,
  pricingWithoutFee,
} from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { fill, user } from '../../../test/user';

const study = aStudy({ consent: null });
const version = (more: Partial<Consent>): Consent => ({
  _id: study._id,
  version: 1,
  sha256: 'a'.repeat(64),
  title: 'Consent',
  kind: 'markdown',
  body_markdown: 'B',
  file_url: null,
  locale: null,
  comprehension: null,
  translations: [],
  withdrawn: null,
  created_at: '2026-10-01T10:00:00Z',
  ...more,
});
const published = (body: unknown): Consent => {
  const { title, body_markdown } = NewConsent.parse(body);
  return version({ title, body_markdown });
};
const id = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
type Version = Consent & { state: ConsentVersion['state'] };
const summaryOf = ({ _id, version: n, sha256, title }: Consent) => ({
  _id,
  version: n,
  sha256,
  title,
});
const rowOf = ({ _id, version: n, state, title, kind, created_at }: Version): ConsentVersion => ({
  _id,
  version: n,
  state,
  title,
  kind,
  locales: [],
  created_at,
});
const withoutState = (found: Version | undefined): Consent => {
  if (!found) return version({});
  const { state: _, ...consent } = found;
  return consent;
};
interface Server {
  inForce: Consent | null;
  versions: Version[];
  others?: OwnStudy[];
  refuses?: (server: Server) => void;
}
function world(server: Server = { inForce: null, versions: [] }) {
  const sent = fakeServer(
    on(readPricing).answer({ status: 200, body: pricingWithoutFee }),
    profileRoute(aUser({ is_researcher: true })),
    on(listStudies).answer(() => ({
      status: 200,
      body: { items: server.others ?? [], next_cursor: null },
    })),
    on(readStudy).answer(({ params }) => {
      const { inForce } = server;
      return {
        status: 200,
        body:
          params.id === study._id
            ? { ...study, consent: inForce && summaryOf(inForce) }
            : aStudy({ _id: params.id, title: 'Naps and memory' }),
      };
    }),
    on(readConsent).answer(({ params }) => ({
      status: 200,
      body:
        params.id === study._id && server.inForce
          ? withoutState({ ...server.inForce, state: 'valid' })
          : version({ title: 'Naps', body_markdown: 'In Naps and memory you sleep.' }),
    })),
    on(readConsentVersion).answer(({ params }) => ({
      status: 200,
      body: withoutState(server.versions.find(({ _id }) => _id === params.version)),
    })),
    on(listConsentVersions).answer(() => ({
      status: 200,
      body: {
        items: server.versions.map(rowOf),
        next_cursor: null,
      },
    })),
    on(listSessions).answer(() => ({ status: 200, body: { items: [], next_cursor: null } })),
    on(publishConsent).answer(({ body }) => {
      if (!server.refuses) return { status: 200, body: published(body) };
      server.refuses(server);
      server.refuses = undefined;
      return refusal('other_consent_in_force');
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/experiments/details/${study._id}?tab=consent`);
  const puts = () => sent.filter(({ method }) => method === 'PUT');
  return {
    puts: () => puts().map(({ body }) => body),
    replaced: () => puts().map(({ query }) => query.get('replaces')),
  };
}
const write = async (
  label: string,
  text: string,
  within_ = screen as Pick<typeof screen, 'getByLabelText'>,
) => fill(within_.getByLabelText(label), text);
beforeEach(() => freshBrowser());

test('a comprehension question and a second language are published with the text, the question in both languages', async () => {
  const w = world();
  // The first test renders late, since it loads all modules of the page.
  const title = await screen.findByLabelText('Title of the form', {}, { timeout: 30_000 });
  await fill(title, 'Consent');
  await write('Text', 'You look.');
  await user.click(screen.getByRole('button', { name: 'Add a question' }));
  const question = within(screen.getByRole('group', { name: 'Question 1' }));
  await write('Question', 'May you stop?', question);
  await write('Choice 1', 'No', question);
  await write('Choice 2', 'Yes', question);
  await user.click(question.getByRole('radio', { name: 'Choice 2 is right' }));
  await write('Explanation', 'You may.', question);
  await user.click(screen.getByRole('button', { name: 'Add a language' }));
  await user.click(screen.getByRole('button', { name: 'Check and publish' }));
  // No request is sent before both languages are complete.
  expect(
    await screen.findByText(/fields of the questions or languages are not complete/),
  ).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.selectOptions(
    screen.getByLabelText('Language that the text above is written in'),
    'en',
  );
  const other = within(screen.getByRole('group', { name: 'Other language 1' }));
  await user.selectOptions(other.getByLabelText('Language'), 'de');
  await write('Title of the form', 'Einwilligung', other);
  await write('Text', 'Sie schauen.', other);
  await write('Question 1', 'Dürfen Sie aufhören?', other);
  await write('Choice 1', 'Nein', other);
  await write('Choice 2', 'Ja', other);
  await write('Explanation', 'Sie dürfen.', other);
  await user.click(screen.getByRole('button', { name: 'Check and publish' }));
  const check = within(await screen.findByRole('dialog'));
  expect(check.getByText('Dürfen Sie aufhören?')).toBeVisible();
  expect(check.getByText('✓ Ja')).toBeVisible();
  // Each language is compared with the study, which takes 20 minutes and states nothing else that
  // could differ.
  const hints = within(await check.findByRole('note', { name: 'The form beside the study' }));
  expect(
    hints.getAllByText('The form does not say how long it takes. The study says 20 min.', {
      exact: false,
    }),
  ).toHaveLength(2);
  expect(hints.getByText('German:')).toBeVisible();
  await user.click(check.getByRole('button', { name: 'Publish as version 1' }));
  expect(w.puts()).toEqual([
    {
      title: 'Consent',
      body_markdown: 'You look.',
      locale: 'en',
      comprehension: {
        tries: 0,
        questions: [
          { text: 'May you stop?', choices: ['No', 'Yes'], right: 1, explanation: 'You may.' },
        ],
      },
      translations: [
        {
          locale: 'de',
          title: 'Einwilligung',
          body_markdown: 'Sie schauen.',
          questions: [
            {
              text: 'Dürfen Sie aufhören?',
              choices: ['Nein', 'Ja'],
              explanation: 'Sie dürfen.',
            },
          ],
        },
      ],
    },
  ]);
}, 30_000);

test('a template fills in known values, sets the language, and cannot be published with its blanks', async () => {
  world();
  await user.click(await screen.findByRole('button', { name: 'Start from a template' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Visit to a laboratory' }));
  expect(screen.getByLabelText('Title of the form')).toHaveValue(
    'Consent to take part in a study on site',
  );
  expect(screen.getByLabelText('Language that the text above is written in')).toHaveValue('en');
  expect(screen.getByText('17 places to fill in')).toBeVisible();
  // The first blank is selected, so that the next key replaces it.
  const text = screen.getByLabelText<HTMLTextAreaElement>('Text');
  await waitFor(() => expect(text).toHaveFocus());
  expect(text.value).toContain('The study “Attention and memory” is run by Robin Researcher');
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toMatch(/^\[\[.*\]\]$/);
  expect(screen.getByRole('button', { name: 'Check and publish' })).toBeDisabled();
});

test('when two researchers edit concurrently, the second sees both texts, and can choose without losing either', async () => {
  const first = {
    ...version({ _id: id(1), body_markdown: 'You look at faces.' }),
    state: 'valid' as const,
  };
  const second = {
    ...version({ _id: id(2), version: 2, body_markdown: 'You look at houses.' }),
    state: 'valid' as const,
  };
  const w = world({
    inForce: first,
    versions: [first],
    refuses: (server) => {
      server.inForce = second;
      server.versions = [second, { ...first, state: 'deprecated' }];
    },
  });
  const text = await screen.findByLabelText('Text');
  await user.clear(text);
  await fill(text, 'You look at trees.');
  const publish = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Check and publish' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  };
  await publish('Publish as version 2');
  const conflict = await screen.findByRole('alert', { name: /Version 2 was published/ });
  expect(screen.getByLabelText('Text')).toHaveValue('You look at trees.');
  expect(screen.getByRole('button', { name: 'Check and publish' })).toBeDisabled();
  expect(
    await within(conflict).findByText('houses', { selector: 'del *, del', exact: false }),
  ).toBeVisible();
  await user.click(within(conflict).getByRole('button', { name: 'Go on with version 2' }));
  expect(screen.getByLabelText('Text')).toHaveValue('You look at houses.');
  await user.click(screen.getByRole('button', { name: 'Bring my text back' }));
  expect(screen.getByLabelText('Text')).toHaveValue('You look at trees.');
  await publish('Publish as version 3');
  await waitFor(() => expect(w.replaced()).toEqual(['1', '2']));
  expect(w.puts()).toEqual([
    { title: 'Consent', body_markdown: 'You look at trees.' },
    { title: 'Consent', body_markdown: 'You look at trees.' },
  ]);
}, 30_000);

test('a copied study has the consent form of the original as a draft, which can be published unchanged or edited', async () => {
  const draft = { ...version({ _id: id(3), title: 'Copied' }), state: 'draft' as const };
  const w = world({ inForce: null, versions: [draft] });
  expect(await screen.findByText('A draft from the copied study: Copied')).toBeVisible();
  expect(screen.getByLabelText('Title of the form')).toHaveValue('Copied');
  await user.click(screen.getByRole('button', { name: 'Check and publish' }));
  const check = within(await screen.findByRole('dialog'));
  await user.click(check.getByRole('button', { name: 'Publish as version 1' }));
  await waitFor(() => expect(w.replaced()).toEqual(['0']));
});

test('the form of another study of the researcher is copied with its names as blanks; view-only studies are not offered', async () => {
  const other = (n: number, title: string, role: OwnStudy['role']): OwnStudy => ({
    _id: id(n),
    title,
    duration_minutes: 5,
    reward: null,
    privacy_level: 'anonymous',
    state: 'ready',
    recruiting: false,
    has_consent: true,
    sessions: 0,
    participants: 0,
    running: { sessions: 0, capacity: 0, taken: 0 },
    classroom_id: null,
    role,
    created_at: '2026-10-01T10:00:00Z',
    updated_at: '2026-10-01T10:00:00Z',
  });
  world({
    inForce: null,
    versions: [],
    others: [other(7, 'Naps and memory', 'owner'), other(8, 'Of a colleague', 'viewer')],
  });
  await user.click(await screen.findByRole('button', { name: 'Start from a template' }));
  await user.click(await screen.findByRole('menuitem', { name: 'From another of your studies …' }));
  const dialog = within(await screen.findByRole('dialog'));
  const choice = await dialog.findByRole('button', { name: 'Naps and memory' });
  expect(dialog.queryByRole('button', { name: 'Of a colleague' })).toBeNull();
  await user.click(choice);
  expect(await screen.findByText('1 place to fill in')).toBeVisible();
  expect(screen.getByLabelText('Text')).toHaveValue('In [[Naps and memory]] you sleep.');
  expect(screen.getByRole('button', { name: 'Check and publish' })).toBeDisabled();
});
