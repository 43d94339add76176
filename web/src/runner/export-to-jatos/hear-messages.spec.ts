import { hearMessages } from './hear-messages';

describe('What a page without one around it says to that page', () => {
  it('is heard, and what other windows say is not', () => {
    const heard: unknown[] = [];
    hearMessages((message) => heard.push(message) > 0);
    const say = (data: unknown, source: Window | null) =>
      dispatchEvent(new MessageEvent('message', { data, source }));
    const data = { metadata: { payload: 'full' }, raw: [{ rt: 1 }] };
    say(data, window);
    say('other', null);
    expect(heard).toEqual([data]);
  });
});
