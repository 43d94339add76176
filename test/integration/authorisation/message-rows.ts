import * as reports from '../../../contracts/messages/message-reports';
import * as messages from '../../../contracts/messages/messages';
import type { MatrixCellFixtures } from './personas';
import { row, type ExpectedAnswers, type ExpectedAnswer, type AuthorisationRow } from './row';

/** Policy `message.participant`. */
const toParticipant = (cell: ExpectedAnswer): ExpectedAnswers => ({
  participant: cell,
  visitor: 'unauthenticated',
  'everybody else': 'not_found',
});
/** Policy `message.researcher`: the call is open to people who run the study. */
const toRunners = (cell: ExpectedAnswer): ExpectedAnswers => ({
  approved: cell,
  'everybody else': 'not_found',
});

const words = { text: 'Which room?', ends_anonymity: true } as const;
const ofParticipation = async (scene: MatrixCellFixtures) => ({ id: await scene.participation() });
/** Makes a roster line with one message of the participant and one of the researcher. */
async function conversation(scene: MatrixCellFixtures) {
  const { id, entry, participation } = await scene.conversation();
  const call = (path: string, headers: Record<string, string>) =>
    scene.run.http().post(path).set(headers).send(words).expect(201);
  const { participant, approved } = scene.cast;
  const asked = await call(`/api/participations/${participation}/messages/`, participant.headers);
  const answered = await call(`/api/sessions/${id}/roster/${entry}/messages/`, approved.headers);
  const idOf = ({ body }: { body: unknown }) => (body as { _id: string })._id;
  return { id, entry, participation, asked: idOf(asked), answered: idOf(answered) };
}
async function report(scene: MatrixCellFixtures) {
  const { id, entry, asked } = await conversation(scene);
  await scene.run
    .http()
    .post(`/api/sessions/${id}/roster/${entry}/messages/${asked}/report/`)
    .set(scene.cast.approved.headers)
    .send({ reason: 'It threatens me' })
    .expect(204);
  const { items } = (
    await scene.run.http().get('/api/message-reports/').set(scene.cast.administrator.headers)
  ).body as { items: { _id: string }[] };
  return items[0]?._id ?? '';
}

export const messageMatrixRows: readonly AuthorisationRow[] = [
  row(messages.listParticipantConversations, 200),
  row(messages.listStudyConversations, 200),
  row(messages.countUnread, 200),
  row(messages.readMessages, toParticipant(200), async (scene) => ({
    params: await ofParticipation(scene),
  })),
  row(messages.writeMessage, toParticipant(201), async (scene) => ({
    params: await ofParticipation(scene),
    body: words,
  })),
  row(messages.markRead, toParticipant(204), async (scene) => ({
    params: await ofParticipation(scene),
    body: { position: 1 },
  })),
  row(reports.reportMessage, toParticipant(204), async (scene) => {
    const { participation, answered } = await conversation(scene);
    return { params: { id: participation, message: answered }, body: { reason: 'Rude' } };
  }),
  row(messages.listConversations, toRunners(200), async (scene) => ({
    params: { id: (await scene.rosterLine()).id },
  })),
  row(messages.readConversation, toRunners(200), async (scene) => ({
    params: await scene.rosterLine(),
  })),
  row(messages.writeToParticipant, toRunners(201), async (scene) => ({
    params: await scene.rosterLine(),
    body: words,
  })),
  row(messages.markConversationRead, toRunners(204), async (scene) => ({
    params: await scene.rosterLine(),
    body: { position: 1 },
  })),
  row(reports.reportParticipantsMessage, toRunners(204), async (scene) => {
    const { id, entry, asked } = await conversation(scene);
    return { params: { id, entry, message: asked }, body: { reason: 'Rude' } };
  }),
  row(messages.broadcast, toRunners(202), async (scene) => ({
    params: { id: (await scene.rosterLine()).id },
    body: { ...words, states: ['enrolled'] },
  })),
  row(messages.listBroadcasts, toRunners(200), async (scene) => ({
    params: { id: (await scene.rosterLine()).id },
  })),
  row(reports.listMessageReports, 200),
  row(reports.decideMessageReport, 200, async (scene) => ({
    params: { id: await report(scene) },
    body: { decision: 'dismissed' },
  })),
];
