import { createHash, randomBytes } from 'node:crypto';

type Call = <T = { _id: string }>(method: string, path: string, body?: object) => Promise<T>;

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Rehearses the study by hand through the API: one answer, and then the end. */
export async function rehearseByHand(call: Call, study: string): Promise<void> {
  const { _id: id } = await call('POST', `/api/studies/${study}/rehearsals/`, {
    participants: 1,
    mode: 'by-hand',
  });
  const writer = randomBytes(16).toString('hex');
  const environment = { device: 'desktop', browser: 'chrome', isolated: true };
  const run = await call('POST', `/api/rehearsals/${id}/runs/`, { writer, environment });
  const answer = '{"word":"red"}';
  const head = sha256(Buffer.alloc(32), sha256(answer)).toString('hex');
  const made = [
    ['trial', answer],
    ['finish', JSON.stringify({ count: 1, head })],
  ] as const;
  await call('POST', `/api/rehearsals/${id}/trials/`, {
    run_id: run._id,
    writer,
    trials: made.map(([kind, data], n) => ({
      seq: n + 1,
      kind,
      data,
      sha256: sha256(data).toString('hex'),
    })),
  });
  await call('PUT', `/api/rehearsals/${id}/runs/${run._id}/`, {
    outcome: 'completed',
    ms: 1_000,
    answers_ms: null,
    not_simulated: [],
    stuck_at: null,
  });
}

/** Launches a session; rehearses the study first if the launch is refused without a rehearsal. */
export async function launchSession(call: Call, study: string, session: string): Promise<void> {
  const launch = () => call('PUT', `/api/sessions/${session}/`, { state: 'active' });
  try {
    await launch();
  } catch (error) {
    if (!String(error).includes('rehearsal_missing')) throw error;
    await rehearseByHand(call, study);
    await launch();
  }
}
