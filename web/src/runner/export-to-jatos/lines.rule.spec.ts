import { againLine, lineOf, textLine } from './lines.rule';

describe('A line of result data in JATOS', () => {
  it('is the trial as the study made it', () => {
    expect(lineOf('trial', '{"rt":1}')).toBe('{"rt":1}');
  });

  it('says what else it is under a name that no trial has', () => {
    expect(lineOf('amend', '{"trial":0,"data":{"rt":1}}')).toBe(
      '{"trial":0,"data":{"rt":1},"commonlab":"amend"}',
    );
    expect(lineOf('event', '{}')).toBe('{"commonlab":"event"}');
    expect(JSON.parse(textLine('a,b\n1,2'))).toEqual({ commonlab: 'text', text: 'a,b\n1,2' });
    expect(textLine('a\nb')).not.toContain('\n');
  });

  it('is JSON, whatever the study says, and our key is read before its own', () => {
    for (const value of ['null', '3', '"{}"', '[1,2]'])
      expect(lineOf('event', value)).toBe(`{"commonlab":"event","value":${value}}`);
    const own = JSON.stringify({ commonlab: 'mine', a: 1 });
    expect(JSON.parse(lineOf('event', own))).toEqual({ commonlab: 'event', a: 1 });
  });

  it('says only once that it comes again', () => {
    const line = againLine('{"rt":1}');
    expect(JSON.parse(line)).toEqual({ commonlab: 'again', line: { rt: 1 } });
    expect(againLine(line)).toBe(line);
  });
});
