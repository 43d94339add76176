import { screen, waitFor, within } from '@testing-library/react';
import {
  answerComprehension,
  readComprehension,
} from '../../../../../contracts/studies/comprehension';
import { type Consent, readConsent } from '../../../../../contracts/studies/consents';
import { enrol, listParticipations } from '../../../../../contracts/enrolment/participations';
import { readStudy, type Study } from '../../../../../contracts/studies/studies';
import { useAuth } from '../../../lib/auth/auth.store';
import { aStudy } from '../../../test/a-study';
import { distantFuture, profileRoute, aUser } from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { user } from '../../../test/user';

const id = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const asked = (text: string, choices: string[]) => ({
  text,
  choices,
  right: null,
  explanation: null,
});
const form = (more: Partial<Consent> = {}): Consent => ({
  _id: id(5),
  version: 3,
  sha256: 'a'.repeat(64),
  title: 'Consent to look at faces',
  kind: 'markdown',
  body_markdown: '# What you do\n\nYou look.\n\n# Your data\n\nStays here.',
  file_url: null,
  locale: null,
  comprehension: null,
  translations: [],
  withdrawn: null,
  created_at: '2026-10-01T10:00:00Z',
  ...more,
});
const twoLanguages = (tries: number) =>
  form({
    locale: 'en',
    comprehension: { tries, questions: [asked('May you stop?', ['No', 'Yes'])] },
    translations: [
      {
        locale: 'de',
        title: 'Einwilligung',
        body_markdown: 'Sie schauen.',
        sha256: 'b'.repeat(64),
        questions: [asked('Dürfen Sie aufhören?', ['Nein', 'Ja'])],
      },
    ],
  });
const button = (which: Study['enrolment']['button']): Partial<Study> => ({
  own: false,
  enrolment: {
    button: which,
    reasons: [],
    missing_fields: [],
    session_id: id(2),
    participation_id: null,
  },
});

function world(consent: Consent, study: Partial<Study> = button('enroll_now'), allowed = 0) {
  const now = { passed: false, tries: 0 };
  const left = () => (allowed === 0 ? null : allowed - now.tries);
  const sent = fakeServer(
    profileRoute(aUser()),
    on(readStudy).answer(() => ({
      status: 200,
      body: aStudy({ _id: id(1), title: 'Faces', consent: null, ...study }),
    })),
    on(readConsent).answer(() => ({ status: 200, body: consent })),
    on(readComprehension).answer(() => ({
      status: 200,
      body: { passed: now.passed, tries_left: left(), wrong: [] },
    })),
    on(answerComprehension).answer(({ body }) => {
      now.tries++;
      now.passed = body.answers[0] === 1;
      return {
        status: 200,
        body: {
          passed: now.passed,
          tries_left: left(),
          wrong: now.passed ? [] : [{ question: 0, explanation: 'You may stop at any time.' }],
        },
      };
    }),
    on(listParticipations).answer(() => ({ status: 200, body: { items: [], next_cursor: null } })),
    on(enrol).answer(() => refusal('session_not_active')),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/study/details/${id(1)}/consent?session=${id(2)}`);
  return { posts: () => sent.filter(({ method }) => method === 'POST') };
}
beforeEach(() => freshBrowser());

test('the form has a table of contents, which links to its headings', async () => {
  world(form());
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Consent to look at faces' }),
  ).toBeVisible();
  const contents = within(await screen.findByRole('navigation', { name: 'Contents' }));
  const link = await contents.findByRole('link', { name: 'Your data' });
  Element.prototype.scrollIntoView = () => undefined;
  await user.click(link);
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 2, name: 'Your data' })).toHaveFocus(),
  );
  expect(screen.getByRole('progressbar', { name: /How much of the form/ })).toBeInTheDocument();
});

test('the printed form shows study, version, day, and addresses for questions', async () => {
  const meta = document.createElement('meta');
  meta.name = 'commonlab:operator';
  meta.content = JSON.stringify({
    contact: { participants: 'ask@lab.test', researchers: null, others: null },
  });
  document.head.append(meta);
  world(form(), { ...button('enroll_now'), passed_to: null });
  const line = await screen.findByText(/^Responsible: Robin Researcher/);
  const paper = line.parentElement as HTMLElement;
  expect(paper).toHaveTextContent(/^Faces/);
  expect(line).toHaveTextContent(`${location.origin}/researchers/`);
  expect(paper).toHaveTextContent('Questions to those who run this site: ask@lab.test');
  expect(paper).toHaveTextContent('Version 3, Published on October 1, 2026');
  expect(paper).toHaveTextContent(`SHA-256 ${'a'.repeat(64)}`);
  meta.remove();
});

test('the printed form of a transferred study names the person responsible now', async () => {
  world(form(), {
    ...button('enroll_now'),
    passed_to: { _id: id(77), first_name: 'Nora', last_name: 'Next', organization: 'New Lab' },
  });
  const line = await screen.findByText(/^Responsible: /);
  expect(line).toHaveTextContent(
    `Responsible: Nora Next, New Lab, ${location.origin}/researchers/${id(77)}`,
  );
});

test('questions come first: a wrong answer is explained, and only correct answers lead to the agreement', async () => {
  const w = world(twoLanguages(0));
  await user.click(await screen.findByRole('button', { name: 'Check my answers' }));
  expect(await screen.findByText('Choose an answer')).toBeVisible();
  expect(w.posts()).toHaveLength(0);
  await user.click(screen.getByRole('radio', { name: 'No' }));
  await user.click(screen.getByRole('button', { name: 'Check my answers' }));
  expect(await screen.findByText('You may stop at any time.')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Yes' }));
  await user.click(screen.getByRole('button', { name: 'Check my answers' }));
  expect(await screen.findByText('You answered all questions rightly.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /I have read this form/ })).not.toBeChecked();
});

test('after the last try, the page says that no try is left and explains the wrong answer', async () => {
  world(twoLanguages(1), button('enroll_now'), 1);
  expect(await screen.findByText('You have 1 try left.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'No' }));
  await user.click(screen.getByRole('button', { name: 'Check my answers' }));
  expect(await screen.findByText('No tries are left')).toBeVisible();
  expect(screen.getByText(/You may stop at any time/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Check my answers' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Agree and enroll' })).toBeNull();
});

test('a second language of the form is read, answered and agreed to with its own hash', async () => {
  const w = world(twoLanguages(0));
  await user.selectOptions(await screen.findByLabelText('Language of the form'), 'de');
  expect(await screen.findByRole('heading', { level: 1, name: 'Einwilligung' })).toBeVisible();
  expect(screen.getByRole('article')).toHaveAttribute('lang', 'de');
  await user.click(await screen.findByRole('radio', { name: 'Ja' }));
  await user.click(screen.getByRole('button', { name: 'Check my answers' }));
  await user.click(await screen.findByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Agree and enroll' }));
  await waitFor(() => expect(w.posts()).toHaveLength(2));
  const consent = { _id: id(5), sha256: 'b'.repeat(64) };
  expect(w.posts().map(({ body }) => body)).toEqual([{ consent, answers: [1] }, { consent }]);
});

test.each(['sign_in', 'not_eligible', 'enrolled', 'no_recruitment'] as const)(
  'a person who cannot enrol now (%s) can read the form, without questions or agreement',
  async (which) => {
    world(twoLanguages(0), button(which));
    expect(
      await screen.findByText('Before you agree, you answer 1 question about this form.'),
    ).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('link', { name: /^Back to the study/ })).toHaveAttribute(
      'href',
      `/study/details/${id(1)}`,
    );
  },
);

// The framed PDF, the check of its hash and a wrong file are tested in e2e/studies/consent.spec.ts.
test('a PDF that cannot be framed is a link without table of contents; both addresses are signed', async () => {
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
  const file_url = 'https://files.test/form.pdf?signature=s';
  world(form({ kind: 'pdf', body_markdown: null, file_url }));
  const link = await screen.findByRole('link', { name: 'Open the form (PDF)' });
  expect(link).toHaveAttribute('href', `${file_url}&inline=1`);
  expect(screen.getByRole('link', { name: 'Download the file' })).toHaveAttribute('href', file_url);
  expect(screen.queryByRole('navigation', { name: 'Contents' })).toBeNull();
  expect(screen.getByText(/came without https/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /I have read this form/ })).toBeVisible();
});
