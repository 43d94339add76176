/** @lane slow: waits for a time limit to pass */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { makePerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { extendTimeout } from '../../support/chance/wait';

describe('A request body that is sent byte by byte', () => {
  let run: RunningApp;
  beforeAll(async () => {
    run = await sharedApp();
  });
  afterAll(() => run.close());

  /**
   * Sends a byte each second, until the server ends the request or this number of seconds has
   * passed.
   */
  const byteByByte = async (head: string[], seconds: number) => {
    const socket = connect(Number(new URL(run.url).port), '127.0.0.1');
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => (said += text));
    socket.on('error', () => undefined);
    const began = Date.now();
    socket.write([...head, 'Host: a', 'Content-Length: 5000', '', ''].join('\r\n'));
    for (let i = 0; i < seconds && !socket.destroyed && socket.writable; i++) {
      socket.write(' ');
      await wait(1_000);
    }
    const answer = { said, isOpen: !socket.destroyed, ms: Date.now() - began };
    socket.destroy();
    return answer;
  };

  it('is ended after half a minute, or for a file after ten minutes', async () => {
    const [person, r] = [await makePerson(run.source), await recruit(run, { capacity: 1 })];
    const [json, pdf] = await Promise.all([
      byteByByte(
        [
          `POST /api/sessions/${r.session_id}/participations/ HTTP/1.1`,
          `Authorization: ${person.headers.authorization}`,
          'Content-Type: application/json',
        ],
        50,
      ),
      byteByByte(
        [
          `PUT /api/studies/${r.study_id}/consent/ HTTP/1.1`,
          `Authorization: ${r.researcher.headers.authorization}`,
          'Content-Type: multipart/form-data; boundary=b',
        ],
        36,
      ),
    ]);
    expect(json.said).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    expect(json.ms).toBeGreaterThanOrEqual(29_000);
    expect(json.ms).toBeLessThan(extendTimeout(45_000));
    expect(pdf).toMatchObject({ said: '', isOpen: true });
    // Time limit: the test must wait half a minute.
  }, 90_000);
});
