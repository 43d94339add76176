import { handleStudyMessages } from './handle-messages';

describe('a message of an inner page in an exported study', () => {
  it('is handled only when it comes from the page itself', () => {
    const heard: unknown[] = [];
    handleStudyMessages((message) => heard.push(message) > 0);
    const say = (data: unknown, source: Window | null) =>
      dispatchEvent(new MessageEvent('message', { data, source }));
    const data = { metadata: { payload: 'full' }, raw: [{ rt: 1 }] };
    say(data, window);
    say('other', null);
    expect(heard).toEqual([data]);
  });
});
