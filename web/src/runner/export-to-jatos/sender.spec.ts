import type { Jatos, JatosPromise } from './jatos-api';
import { jatosFileName } from './jatos-files';
import { JatosSender } from './sender';

/**
 * A fake of JATOS' script, with the parts that the sender uses: each request waits until the test
 * answers it.
 */
function jatosDouble() {
  const sent: string[] = [];
  const waiting: { done: () => void; fail: (status: number) => void }[] = [];
  const request = (text: string): JatosPromise => {
    sent.push(text);
    const promise: JatosPromise = {
      done(act) {
        answer.done = () => act();
        return promise;
      },
      fail(act) {
        answer.fail = (status) => act('failed', status);
        return promise;
      },
    };
    const answer: (typeof waiting)[number] = { done: () => undefined, fail: () => undefined };
    waiting.push(answer);
    return promise;
  };
  let load: () => void = () => undefined;
  const jatos = {
    onLoad: (then: () => void) => void (load = then),
    appendResultData: request,
  } as unknown as Jatos;
  return {
    jatos,
    sent,
    request,
    loads: () => load(),
    accepts: () => waiting.shift()?.done(),
    fails: (status: number) => waiting.shift()?.fail(status),
  };
}
function senderOf(double: ReturnType<typeof jatosDouble>) {
  const left: string[] = [];
  const later: (() => void)[] = [];
  const sender = new JatosSender({
    jatos: double.jatos,
    sendAtLeave: (text) => left.push(text),
    keep: (text) => left.push(`kept ${text}`),
    later: (act) => later.push(act),
  });
  return { sender, left, later };
}

describe('the queue of records to JATOS', () => {
  it('waits until jatos.js has loaded, and batches records while one request is pending', () => {
    const double = jatosDouble();
    const { sender } = senderOf(double);
    void sender.line('1');
    expect(double.sent).toEqual([]);
    double.loads();
    void sender.line('2');
    void sender.line('3');
    double.accepts();
    expect(double.sent).toEqual(['1\n', '2\n3\n']);
  });

  it('sends records again in order after jatos.js gave up', async () => {
    const double = jatosDouble();
    const { sender, later } = senderOf(double);
    double.loads();
    const first = sender.line('1');
    void sender.line('2');
    double.fails(0);
    double.accepts();
    expect(double.sent).toEqual(['1\n']);
    later.shift()?.();
    double.fails(503);
    later.shift()?.();
    double.accepts();
    await first;
    expect(double.sent).toEqual(['1\n', '1\n', '1\n', '2\n']);
  });

  it('stores the rest of a batch when one record is refused', async () => {
    const double = jatosDouble();
    const { sender } = senderOf(double);
    const lines = ['a', 'b', 'c'].map((text) => sender.line(text));
    double.loads();
    // The sender first tries all three lines, then the first two, then the first one alone. After
    // that, it does the same with the two lines that are left.
    double.fails(413);
    double.fails(413);
    double.accepts();
    double.fails(413);
    double.fails(413);
    double.accepts();
    expect(double.sent).toEqual(['a\nb\nc\n', 'a\nb\n', 'a\n', 'b\nc\n', 'b\n', 'c\n']);
    expect((await Promise.allSettled(lines)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(sender.refused).toBe(1);
  });

  it('ends the run after all records and files were answered', async () => {
    const double = jatosDouble();
    const { sender } = senderOf(double);
    double.loads();
    void sender.line('1');
    void sender.upload(() => double.request('file'));
    let isOver = false;
    const over = sender.drained().then(() => (isOver = true));
    double.accepts();
    await Promise.resolve();
    expect(isOver).toBe(false);
    double.accepts();
    await over;
    expect(double.sent).toEqual(['1\n', 'file']);
  });

  it('sends records when the page is left, or leaves them to the next page of the run', () => {
    const double = jatosDouble();
    const { sender, left } = senderOf(double);
    double.loads();
    void sender.line('1');
    void sender.line('2');
    sender.leave();
    void sender.line('x'.repeat(70_000));
    sender.leave();
    const again = (line: number) => `{"commonlab":"again","line":${line}}\n`;
    // The text is stored before it is sent, since a page that is being left receives no answer.
    expect(left.slice(0, 2)).toEqual([`kept ${again(1)}${again(2)}`, `${again(1)}2\n`]);
    expect(left.slice(2)).toEqual([`kept ${again(1)}2\n${'x'.repeat(70_000)}\n`]);
  });

  it('leaves records to the next page when only their bytes exceed the limit', () => {
    const { sender, left } = senderOf(jatosDouble());
    void sender.line('ü'.repeat(40_000));
    sender.leave();
    expect(left).toEqual([`kept ${'ü'.repeat(40_000)}\n`]);
  });
});

describe('the name of a file in JATOS', () => {
  it('has no characters that JATOS refuses, and is unique', () => {
    expect(jatosFileName('My wörds: 1/2.webm', new Set())).toBe('My_w_rds_1_2.webm');
    expect(jatosFileName('a.wav', new Set(['a.wav', 'a-2.wav']))).toBe('a-3.wav');
    expect(jatosFileName('…', new Set())).toBe('_');
  });
});
