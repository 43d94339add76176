import { toggleMarkdownFormat, markdownFormats } from './markdown-marks.rule';

describe('the Markdown buttons', () => {
  it('put marks around selected words or before selected lines', () => {
    const text = 'One two\nthree\nfour';
    expect(toggleMarkdownFormat(text, 4, 7, 'bold')).toEqual({
      text: 'One **two**\nthree\nfour',
      start: 6,
      end: 9,
    });
    expect(toggleMarkdownFormat(text, 9, 9, 'heading').text).toBe('One two\n## three\nfour');
    expect(toggleMarkdownFormat(text, 9, 16, 'list').text).toBe('One two\n- three\n- four');
  });

  it('remove the marks when pressed again', () => {
    const text = 'Ab c\n\nde\nf';
    for (const mark of markdownFormats)
      for (let start = 0; start <= text.length; start++)
        for (let end = start; end <= text.length; end++) {
          const once = toggleMarkdownFormat(text, start, end, mark);
          expect(toggleMarkdownFormat(once.text, once.start, once.end, mark).text).toBe(text);
        }
  });
});
