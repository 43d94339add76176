import { eventually } from '../../test/support/chance/wait';
import { MessageBatcher } from './message-batcher';

describe('messages between processes', () => {
  const gathered = () => {
    const sent: { text: string }[][] = [];
    return { sent, messages: new MessageBatcher<{ text: string }>((all) => sent.push(all)) };
  };

  it('are sent together in order when they are added at the same moment', async () => {
    const { sent, messages } = gathered();
    for (const text of ['a', 'b', 'c']) messages.add({ text });
    expect(sent).toEqual([]);
    await eventually(
      () => sent.length,
      (n) => n > 0,
    );
    expect(sent).toEqual([[{ text: 'a' }, { text: 'b' }, { text: 'c' }]]);
  });

  it('are split to fit a PostgreSQL notification, and none is lost', () => {
    const { sent, messages } = gathered();
    const texts = Array.from({ length: 200 }, (_, i) => `${i}-${'ü'.repeat(i % 150)}`);
    for (const text of texts) messages.add({ text });
    messages.flush();
    expect(sent.flat().map(({ text }) => text)).toEqual(texts);
    expect(sent.length).toBeGreaterThan(1);
    for (const all of sent) expect(Buffer.byteLength(JSON.stringify(all))).toBeLessThan(7_000);
  });

  it('are sent immediately by a flush', () => {
    const { sent, messages } = gathered();
    messages.add({ text: 'signed out' });
    messages.flush();
    messages.flush();
    expect(sent).toEqual([[{ text: 'signed out' }]]);
  });
});
