import { act, screen, waitFor, within } from '@testing-library/react';
import {
  addReviewComment,
  type ClassReview,
  decideClassReview,
  previewForReview,
  readClassReview,
  removeReviewComment,
} from '../../../../../contracts/teaching/class-studies';
import { type StudyFork, readStudyFork } from '../../../../../contracts/teaching/templates';
import { useAuth } from '../../../lib/auth/auth.store';
import { queryClient } from '../../../lib/query-client';
import {
  aClassReview,
  aReviewComment,
  aReviewContent,
  numberedDigest,
} from '../../../test/class-review';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { teachingId } from '../../../test/teaching';
import { fill, user } from '../../../test/user';

const noFork: StudyFork = { template: null, made_at: null, changes: [] };
let now: ClassReview;
const show = async (review: ClassReview, ...routes: readonly FakeRoute[]) => {
  now = review;
  const asked = fakeServer(
    profileRoute(aUser()),
    ...routes,
    on(readClassReview).answer(() => ({ status: 200, body: now })),
    on(readStudyFork).answer({ status: 200, body: noFork }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/classrooms/${review.classroom._id}/studies/${review.study._id}`);
  await screen.findByRole('heading', { level: 1, name: review.study.title });
  return asked;
};
/** Changes what the server returns, and refetches the review as a live message would. */
const changeTo = async (review: ClassReview) => {
  now = review;
  await act(() => queryClient.invalidateQueries({ queryKey: [readClassReview.path] }));
};
const part = (name: string) => screen.getByRole('region', { name });
const sent = (asked: Awaited<ReturnType<typeof show>>, method: string) =>
  asked.filter((one) => one.method === method).map(({ body }) => body);
const submittedAs = (n: number, title: string): Partial<ClassReview> => {
  const content = aReviewContent({ title });
  const { submitted } = aClassReview();
  return {
    submitted: submitted && { ...submitted, digest: numberedDigest(n), content },
    present: { digest: numberedDigest(n), content },
  };
};
beforeEach(() => freshBrowser());

describe('the page of a review', () => {
  it('shows who submitted the study, and each part of what was submitted', async () => {
    await show(aClassReview());
    expect(screen.getByText('Waits for review')).toBeVisible();
    expect(screen.getByText('Ada Lovelace and Mary Somerville')).toBeVisible();
    expect(screen.getByText('We would like to begin on Monday.')).toBeVisible();
    expect(part('Minutes')).toHaveTextContent('Takes 10 minutes');
    expect(part('Consent form')).toHaveTextContent('I take part of my own free will.');
    expect(part('How it runs')).toHaveTextContent('Version 1 of its files');
    expect(part('How it runs')).toHaveTextContent('Full screen: yes');
    expect(part('Files')).toHaveTextContent('index.html');
    expect(part('Additional notes')).toHaveTextContent('Nothing');
  });

  it('marks what changed since the approval in words, and names changed files', async () => {
    const before = aReviewContent({ description: 'You look at pictures.' });
    const content = aReviewContent({
      files: [
        { path: 'index.html', bytes: 1300, sha256: numberedDigest(2) },
        { path: 'face.png', bytes: 500, sha256: numberedDigest(3) },
      ],
    });
    const { submitted } = aClassReview();
    await show(
      aClassReview({
        approved: { digest: numberedDigest(9), content: before },
        submitted: submitted && { ...submitted, content },
      }),
    );
    const description = within(part('Description'));
    expect(description.getByText('What has changed since the approval')).toBeVisible();
    expect(part('Description').querySelector('del')).toHaveTextContent('removed: pictures');
    expect(part('Description').querySelector('ins')).toHaveTextContent('added: faces');
    expect(within(part('Title')).getByText('The same as approved')).toBeVisible();
    expect(within(part('Files')).getByText('New')).toBeVisible();
    expect(within(part('Files')).getByText('Changed')).toBeVisible();
  });

  it('shows in each part what differs from the template', async () => {
    await show(
      aClassReview(),
      on(readStudyFork).answer({
        status: 200,
        body: {
          template: { study_id: teachingId(30), title: 'Stroop' },
          made_at: '2026-11-10T10:00:00Z',
          changes: [
            { part: 'timeline', place: 'Block 2', before: '10 trials', after: '20 trials' },
            { part: 'runtime', place: null, before: 'Full screen: no', after: 'Full screen: yes' },
          ],
        },
      }),
    );
    const runs = part('How it runs');
    expect(await within(runs).findByText('2 differences from the template')).toBeVisible();
    expect(within(runs).getByText('Block 2')).toBeInTheDocument();
    expect(within(part('Title')).getByText('The same as in the template')).toBeVisible();
    expect(screen.getByText('Stroop')).toBeVisible();
  });

  it('is also shown to the students of the study, who cannot decide', async () => {
    await show(
      aClassReview({
        own: true,
        may_decide: false,
        state: 'changes_asked',
        comments: [aReviewComment()],
      }),
    );
    expect(screen.getByText('Change the study in its editor, then submit it again.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'To the editor' })).toHaveAttribute(
      'href',
      `/experiments/details/${teachingId(22)}`,
    );
    expect(screen.queryByRole('heading', { name: 'Your decision' })).toBeNull();
    expect(part('Title')).toHaveTextContent('Say whose faces.');
  });

  it('reports an unknown study without a request', async () => {
    const asked = fakeServer(profileRoute(aUser()), emptyServerRoutes);
    useAuth.getState().signedIn('tok', distantFuture);
    renderPage(`/classrooms/${teachingId(2)}/studies/none`);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This study is not here' }),
    ).toBeVisible();
    expect(asked.some(({ path }) => path.includes('classroom-review'))).toBe(false);
  });
});

describe('comments in a review', () => {
  const open = async (title: string) => {
    await user.click(screen.getByRole('button', { name: `Comment on: ${title}` }));
    return within(part(title)).getByLabelText('Your comment');
  };

  it('are written with the keyboard beside their part, and name a file', async () => {
    const asked = await show(
      aClassReview(),
      on(addReviewComment).answer(({ body }) => {
        const comment = aReviewComment({ part: body.part, text: body.text, own: true });
        now = aClassReview({ comments: [comment] });
        return { status: 201, body: comment };
      }),
    );
    expect(await open('Files')).toHaveFocus();
    await user.keyboard('Too large');
    await user.selectOptions(within(part('Files')).getByLabelText('About'), 'index.html');
    screen.getByRole('button', { name: 'Send the comment' }).focus();
    await user.keyboard('{Enter}');
    expect(await within(part('Files')).findByText('Too large')).toBeVisible();
    expect(within(part('Files')).queryByLabelText('Your comment')).toBeNull();
    expect(sent(asked, 'POST')).toEqual([
      { part: 'files', place: 'index.html', text: 'Too large' },
    ]);
  });

  it('stay in the field if the server refuses them, also when the review changes meanwhile', async () => {
    await show(
      aClassReview(),
      on(addReviewComment).answer(refusal('too_many_comments', { description: 'Too many.' })),
    );
    await fill(await open('Title'), 'Say whose faces.');
    await user.click(screen.getByRole('button', { name: 'Send the comment' }));
    expect(await screen.findByText('Too many.')).toBeVisible();
    await changeTo(aClassReview({ comments: [aReviewComment({ part: 'minutes', text: 'Long' })] }));
    expect(await screen.findByText('Long')).toBeVisible();
    expect(within(part('Title')).getByLabelText('Your comment')).toHaveValue('Say whose faces.');
  });

  it('can be removed only by their author, after a confirmation', async () => {
    const own = aReviewComment({ _id: teachingId(60), text: 'Mine', own: true });
    const asked = await show(
      aClassReview({ comments: [aReviewComment(), own] }),
      on(removeReviewComment).answer(() => {
        now = aClassReview({ comments: [aReviewComment()] });
        return { status: 204 };
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Mine')).toBeNull());
    expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });
});

describe('an instructor’s decision about a submission', () => {
  const words = () => screen.getByLabelText('Words to the group');
  const approve = async () => {
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  };

  it('approves the submission that was read', async () => {
    const asked = await show(
      aClassReview(),
      on(decideClassReview).answer(() => {
        now = aClassReview({ state: 'approved' });
        return { status: 200, body: now };
      }),
    );
    await approve();
    expect(await screen.findByText('Approved')).toBeVisible();
    expect(sent(asked, 'PUT')).toEqual([
      { state: 'approved', digest: numberedDigest(1), words: null },
    ]);
    expect(screen.queryByRole('heading', { name: 'Your decision' })).toBeNull();
  });

  it('asks for changes only with a message', async () => {
    const asked = await show(
      aClassReview(),
      on(decideClassReview).answer(() => {
        now = aClassReview({ state: 'changes_asked' });
        return { status: 200, body: now };
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Ask for changes' }));
    expect(await screen.findByText('Fill this in')).toBeVisible();
    expect(words()).toHaveFocus();
    expect(sent(asked, 'PUT')).toEqual([]);
    await fill(words(), 'Say how long it takes.');
    await user.click(screen.getByRole('button', { name: 'Ask for changes' }));
    expect(await screen.findByText('Changes asked for')).toBeVisible();
    expect(sent(asked, 'PUT')).toEqual([
      { state: 'changes_asked', digest: numberedDigest(1), words: 'Say how long it takes.' },
    ]);
  });

  it('is refused if the study has changed meanwhile; the page loads it again and keeps what was typed', async () => {
    await show(aClassReview(), on(decideClassReview).answer(refusal('version_changed')));
    await fill(words(), 'Fine.');
    now = aClassReview(submittedAs(2, 'Newer title'));
    await approve();
    expect(await screen.findByText('The group has changed this study meanwhile')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load it again' }));
    await waitFor(() => expect(part('Title')).toHaveTextContent('Newer title'));
    expect(words()).toHaveValue('Fine.');
    expect(screen.queryByText('The group has changed this study meanwhile')).toBeNull();
  });

  it.each([
    ['by a refusal', () => approve()],
    ['by a live message', () => changeTo(aClassReview({ state: 'approved' }))],
  ])('of another instructor shows %s, and what was typed stays', async (_, learn) => {
    await show(
      aClassReview(),
      on(decideClassReview).answer(() => {
        now = aClassReview({ state: 'approved' });
        return refusal('illegal_transition');
      }),
    );
    await fill(words(), 'Fine.');
    await learn();
    expect(await screen.findByText('This study no longer waits for a decision')).toBeVisible();
    expect(screen.getByText('Approved')).toBeVisible();
    expect(words()).toHaveValue('Fine.');
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('is never about a submission that arrives while another one is read', async () => {
    const asked = await show(
      aClassReview(),
      on(decideClassReview).answer(({ body }) =>
        body.digest === numberedDigest(2)
          ? { status: 200, body: aClassReview({ state: 'approved' }) }
          : refusal('version_changed'),
      ),
    );
    await changeTo(aClassReview(submittedAs(2, 'Newer title')));
    expect(
      await screen.findByText('The group has changed this study while you were reading'),
    ).toBeVisible();
    expect(part('Title')).toHaveTextContent('Faces in a crowd');
    await approve();
    await waitFor(() => expect(sent(asked, 'PUT')).toHaveLength(1));
    expect(sent(asked, 'PUT')[0]).toMatchObject({ digest: numberedDigest(1) });
    await user.click(screen.getByRole('button', { name: 'Read the newer version' }));
    await waitFor(() => expect(part('Title')).toHaveTextContent('Newer title'));
    await approve();
    await waitFor(() => expect(sent(asked, 'PUT')).toHaveLength(2));
    expect(sent(asked, 'PUT')[1]).toMatchObject({ digest: numberedDigest(2) });
  });

  it('is not offered to an assistant', async () => {
    await show(aClassReview({ may_decide: false }));
    expect(screen.queryByRole('heading', { name: 'Your decision' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Comment on: Title' })).toBeVisible();
  });
});

describe('the button that runs a submission', () => {
  const preview = on(previewForReview).answer({
    status: 201,
    body: { url: 'https://study.example/', expires_at: distantFuture },
  });

  it('opens the submission in a new tab', async () => {
    const replace = jest.fn();
    const tab = { location: { replace }, opener: window, close: jest.fn() };
    jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    await show(aClassReview(), preview);
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://study.example/'));
    expect(tab.opener).toBeNull();
  });

  it('shows a link when the browser opens no tab', async () => {
    jest.spyOn(window, 'open').mockReturnValue(null);
    await show(aClassReview(), preview);
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    expect(await screen.findByRole('link', { name: /Your browser opened no tab/ })).toHaveAttribute(
      'href',
      'https://study.example/',
    );
  });
});
