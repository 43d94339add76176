import { lineOf, textLine } from './lines.rule';

describe('A line of result data in JATOS', () => {
  it('is the trial as the study made it', () => {
    expect(lineOf('trial', '{"rt":1}')).toBe('{"rt":1}');
  });

  it('says what else it is under a name that no trial has', () => {
    expect(lineOf('amend', '{"trial":0,"data":{"rt":1}}')).toBe(
      '{"commonlab":"amend","trial":0,"data":{"rt":1}}',
    );
    expect(lineOf('event', '{}')).toBe('{"commonlab":"event"}');
    expect(JSON.parse(textLine('a,b\n1,2'))).toEqual({ commonlab: 'text', text: 'a,b\n1,2' });
    expect(textLine('a\nb')).not.toContain('\n');
  });
});
