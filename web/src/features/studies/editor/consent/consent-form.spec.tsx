import { screen, within } from '@testing-library/react';
import {
  type Consent,
  NewConsent,
  publishConsent,
  readConsent,
} from '../../../../../../contracts/consents';
import { listSessions } from '../../../../../../contracts/sessions';
import { listStudies, readStudy } from '../../../../../../contracts/studies';
import { useAuth } from '../../../../lib/auth.store';
import { aStudy } from '../../../../test/a-study';
import { later, profileOf, someone } from '../../../../test/common-answers';
import { fakeServer, on } from '../../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../../test/render-app';
import { user } from '../../../../test/user';

const study = aStudy({ consent: null });
const published = (body: unknown): Consent => {
  const { title, body_markdown } = NewConsent.parse(body);
  return {
    _id: study._id,
    version: 1,
    sha256: 'a'.repeat(64),
    title,
    kind: 'markdown',
    body_markdown,
    file_url: null,
    locale: null,
    comprehension: null,
    translations: [],
    withdrawn: null,
    created_at: '2026-10-01T10:00:00Z',
  };
};
function world() {
  const sent = fakeServer(
    profileOf(someone({ is_researcher: true })),
    on(listStudies).answer({ status: 200, body: { items: [], next_cursor: null } }),
    on(readStudy).answer(() => ({ status: 200, body: study })),
    on(readConsent).answer(() => ({
      status: 200,
      body: published({ title: 'T', body_markdown: 'B' }),
    })),
    on(listSessions).answer(() => ({ status: 200, body: { items: [], next_cursor: null } })),
    on(publishConsent).answer(({ body }) => ({ status: 200, body: published(body) })),
  );
  useAuth.getState().signedIn('tok', later);
  renderPage(`/experiments/details/${study._id}?tab=consent`);
  return { puts: () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
}
const write = async (
  label: string,
  text: string,
  within_ = screen as Pick<typeof screen, 'getByLabelText'>,
) => user.type(within_.getByLabelText(label), text);
beforeEach(() => freshBrowser());

test('a question and another language are published with the text, and the question in both', async () => {
  const w = world();
  await user.type(await screen.findByLabelText('Title of the form'), 'Consent');
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
  // Nothing goes out before both languages are whole.
  expect(
    await screen.findByText(/fields of the questions or languages are not complete/),
  ).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.selectOptions(screen.getByLabelText('Language of the text above'), 'en');
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

test('a template fills the form, says its language, and cannot be published as it is', async () => {
  world();
  await user.click(await screen.findByRole('button', { name: 'Start from a template' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Visit to a laboratory' }));
  expect(screen.getByLabelText('Title of the form')).toHaveValue(
    'Consent to take part in a study on site',
  );
  expect(screen.getByLabelText('Language of the text above')).toHaveValue('en');
  expect(screen.getByText('18 places to fill in')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Check and publish' })).toBeDisabled();
});
